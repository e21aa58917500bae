import { serverAddress } from '#platform/api/server-address.ts';

/** Where the server gives a file as one to keep: a path below its root. */
export const downloadAddress = (path: string): string => `${serverAddress()}${path}`;

/** As a link to it would, for what is no link. */
export function startDownload(path: string): void {
  const link = document.createElement('a');
  link.href = downloadAddress(path);
  link.download = '';
  link.click();
}

/** An experiment's code: all of it as an archive, and one of its files. Paths below the server's root. */
export const modelDefinitionPath = (experimentId: number): string => `/experiments/${experimentId}/model_def`;
export const experimentFilePath = (experimentId: number, file: string): string =>
  `/experiments/${experimentId}/file/download?path=${encodeURIComponent(file)}`;
/** All files of a checkpoint, as a tar file. */
export const checkpointFilesPath = (uuid: string): string => `/checkpoints/${uuid}`;
