/** Python that gets the checkpoint of a version in a notebook; the name stands in a literal of double quotes. */
export function notebookSnippet(modelName: string, version: number): string {
  const literal = modelName.replaceAll(/["\\]/g, (sign) => `\\${sign}`);
  return `from determined.experimental import client

model = client.get_model("${literal}")
version = model.get_version(${version})
path = version.checkpoint.download()

# Where it was saved by a PyTorchTrial:
# from determined import pytorch
# trial = pytorch.load_trial_from_checkpoint_path(path)
`;
}
