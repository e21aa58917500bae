import { type ApiError, invalidArgument } from '@determined/contract/errors.ts';
import { isAbsent, isObject, type Json, type JsonObject } from '#platform/config/format/json.ts';
import { asObject, issueLines, Place, typeName } from '#platform/config/format/node.ts';
import {
  asExperimentLayer,
  joinArguments,
  type TaskContainerDefaults,
} from '#platform/config/format/task-container-defaults.ts';
import { readYaml, YamlError } from '#platform/config/read-yaml.ts';
import { readYamlFairly } from '#platform/threads/read-yaml-fairly.ts';
import type { ConfigLayer } from './config-layers.ts';
import { type ExperimentConfig, experimentConfigFormat } from './experiment-config-format.ts';
import { checkGridCounts } from './hyperparameters-format.ts';
import { petName } from './pet-name.ts';
import { refusedSearcher } from './searcher-format.ts';

/** A configuration on its way: shorthands are written out, layers may still be missing. */
export interface ExperimentConfigDraft {
  config: JsonObject;
  /** The user's own text, unchanged; forks start from it. */
  originalConfig: string;
  /** What the template and the user say, each by itself, weaker first. */
  layers: ConfigLayer[];
}

export interface Template {
  name: string;
  config: Json;
  workspace_id?: number;
}

/** Parts of configurations that are set for the cluster and for a workspace, checked. */
export interface Invariants {
  workspace: JsonObject;
  /** Wins over everything. */
  cluster: JsonObject;
}

export interface ConfigSurroundings {
  /** Managed experiments are run by the platform and need an entrypoint. */
  managed: boolean;
  /** Checkpoint storage of the cluster and, stronger, of the workspace; at least one names a type. */
  clusterStorage: object;
  workspaceStorage?: object | null;
  /** The cluster's, with the pool's over them for managed experiments. */
  taskContainerDefaults?: TaskContainerDefaults;
  /** Name of the pool that was chosen for it; unmanaged experiments keep what the user wrote. */
  resourcePool?: string;
  /** Priority of the pool, else of the cluster's scheduler. */
  defaultPriority?: number;
  invariants?: Invariants;
  now: Date;
  /** Numbers from 0 up to, not including, 1. */
  random: () => number;
}

const prefix = 'invalid experiment configuration: ';
const refuse = (message: string) => invalidArgument(prefix + message);

/**
 * The user's text, checked as it stands, over the template, if any.
 * @param by whose text it is: long ones are read in turns.
 * @param findTemplate asked once the text itself is good.
 */
export async function readExperimentConfig(
  text: string,
  by: string,
  findTemplate?: () => Promise<Template>,
): Promise<ExperimentConfigDraft> {
  const json = await readYamlFairly(by, text).catch(refuseYaml);
  const draft = ownDraft(json, text, { withTemplate: findTemplate !== undefined });
  return findTemplate ? overTemplate(draft, await findTemplate()) : draft;
}

/** The same for a text that was read. */
export function draftOf(json: Json, text: string, template?: Template): ExperimentConfigDraft {
  const draft = ownDraft(json, text, { withTemplate: template !== undefined });
  return template ? overTemplate(draft, template) : draft;
}

function ownDraft(json: Json, text: string, options: { withTemplate: boolean }): ExperimentConfigDraft {
  checkSane(json, options);
  const config = convert(json);
  const slots = asObject(asObject(json).resources ?? null).slots;
  if (!isAbsent(slots)) throw invalidArgument('<config>.resources: additionalProperties "slots" not allowed');
  return { config, originalConfig: text, layers: [{ origin: 'user', config }] };
}

function overTemplate(draft: ExperimentConfigDraft, template: Template): ExperimentConfigDraft {
  const config = templateLayer(template);
  const layer: ConfigLayer = { origin: 'template', name: template.name, workspaceId: template.workspace_id, config };
  return { ...draft, config: overlay(draft.config, config), layers: [layer, ...draft.layers] };
}

/** What the user said in a text that was good once; nothing where it is not any more. @param by whose text it is. */
export async function readUserLayer(text: string, by: string): Promise<JsonObject> {
  const json = await readYamlFairly(by, text).catch((error) => {
    if (!(error instanceof YamlError)) throw error;
    return null;
  });
  const root = new Place();
  if (isObject(json)) experimentConfigFormat.check(json, root);
  return isObject(json) && root.issues.length === 0 ? asObject(experimentConfigFormat.read(json, root)) : {};
}

/** One layer over another, both drafts; the first wins. */
export function overlay(over: JsonObject, under: JsonObject): JsonObject {
  return asObject(experimentConfigFormat.merge(over, under));
}

function underInvariants(config: JsonObject, invariants?: Invariants): JsonObject {
  return invariants ? overlay(invariants.cluster, overlay(invariants.workspace, config)) : config;
}

/** The project that a configuration names by words; null when it names none. */
export function namedProject({ config }: ExperimentConfigDraft): { workspace: string; project: string } | null {
  const workspace = String(config.workspace ?? '');
  const project = String(config.project ?? '');
  if ((workspace === '') !== (project === '')) {
    throw invalidArgument('workspace and project must both be included in config if one is provided');
  }
  return workspace === '' ? null : { workspace, project };
}

/** What the user, the template or a policy asks of the cluster, defaults filled in: needed to choose a pool before the rest is known. */
export function requestedResources(
  { config }: ExperimentConfigDraft,
  invariants?: Invariants,
): ExperimentConfig['resources'] {
  const filled = asObject(experimentConfigFormat.fill(underInvariants(config, invariants)));
  // The format's fill and its type are two views of one definition.
  return filled.resources as unknown as ExperimentConfig['resources'];
}

/** Merges the weaker layers, fills the defaults in and refuses what is incomplete. */
export function completeExperimentConfig(
  draft: ExperimentConfigDraft,
  surroundings: ConfigSurroundings,
): ExperimentConfig {
  const { managed, taskContainerDefaults = {}, resourcePool, defaultPriority = 42 } = surroundings;
  const entrypoint = underInvariants(draft.config, surroundings.invariants).entrypoint;
  if (managed && isAbsent(entrypoint)) throw invalidArgument('managed experiments require entrypoint');

  const withTasks = joinArguments(
    overlay(draft.config, asExperimentLayer(taskContainerDefaults, draft.config)),
    draft.config,
    taskContainerDefaults,
  );
  const stored = [surroundings.workspaceStorage ?? {}, surroundings.clusterStorage]
    // Stored and configured storage has passed the same format; it is plain JSON.
    .map((storage): JsonObject => ({ checkpoint_storage: storage as JsonObject }))
    .reduce(overlay, withTasks);
  const placed = resourcePool === undefined ? stored : overlay({ resources: { resource_pool: resourcePool } }, stored);
  const filled = experimentConfigFormat.fill(
    overlay(placed, {
      name: `Experiment (${petName(surroundings.random)})`,
      reproducibility: { experiment_seed: Math.floor(surroundings.now.getTime() / 1000) },
      resources: { priority: managed ? defaultPriority : 42 },
    }),
  );
  const config = experimentConfigFormat.fill(underInvariants(asObject(filled), surroundings.invariants));
  checkComplete(config);
  // `checkComplete` has just seen that it is what the format says.
  return config as unknown as ExperimentConfig;
}

/** Text in, complete configuration out, for callers that need nothing in between. */
export function parseExperimentConfig(
  text: string,
  surroundings: ConfigSurroundings & { template?: Template },
): { config: ExperimentConfig; originalConfig: string } {
  const draft = draftOf(parseText(text), text, surroundings.template);
  namedProject(draft);
  return { config: completeExperimentConfig(draft, surroundings), originalConfig: text };
}

function parseText(text: string): Json {
  try {
    return readYaml(text);
  } catch (error) {
    return refuseYaml(error);
  }
}

function refuseYaml(error: unknown): never {
  if (error instanceof YamlError) throw refuse(`unable to convert yaml to json: not valid yaml: ${error.message}`);
  throw error;
}

function checkSane(json: Json, { withTemplate }: { withTemplate: boolean }): void {
  const root = new Place();
  if (json !== null && !isObject(json)) {
    throw refuse(`unable to unmarshal json-formatted experiment config: expected object, but got ${typeName(json)}`);
  }
  if (json === null) root.report('expected object, but got null');
  const config = asObject(json);
  if (typeof config.version === 'number' && config.version !== 0) throw refuse(`invalid version: ${config.version}`);
  if (json !== null) experimentConfigFormat.check(json, root);
  const searcher = asObject(config.searcher ?? null).name;
  // The platform asks for counts before it knows the searcher. With a template the searcher may still come from there.
  if (searcher === 'grid' || (searcher === undefined && !withTemplate)) checkGrid(config, root);
  if (root.issues.length > 0) {
    throw refuse(`version 0 experiment config is invalid: config is invalid: ${issueLines(root.issues)}`);
  }
}

function checkGrid(config: JsonObject, root: Place): void {
  const { hyperparameters } = config;
  if (isObject(hyperparameters)) checkGridCounts(hyperparameters, root.key('hyperparameters'));
}

function convert(json: Json): JsonObject {
  const root = new Place();
  const config = asObject(experimentConfigFormat.read(json, root));
  const [issue] = root.issues;
  if (issue !== undefined) throw refuse(`unable to unmarshal experiment config as version 0: ${issue.message}`);
  return config;
}

const templateLayer = ({ name, config }: Template): JsonObject =>
  readLayer(config ?? {}, (lines) => invalidArgument(`template "${name}" is invalid: ${lines}`));

/** A part of a configuration that others than its user wrote, in the form in which layers are merged. */
export function readLayer(json: Json, refusal: (lines: string) => ApiError): JsonObject {
  const root = new Place();
  if (isObject(json)) experimentConfigFormat.check(json, root);
  else root.report(`expected object, but got ${typeName(json)}`);
  const layer = root.issues.length > 0 ? {} : asObject(experimentConfigFormat.read(json, root));
  if (root.issues.length > 0) throw refusal(issueLines(root.issues));
  return layer;
}

function checkComplete(config: Json): void {
  const root = new Place();
  experimentConfigFormat.check(config, root);
  experimentConfigFormat.complete(config, root);
  const searcher = asObject(config).searcher ?? null;
  if (asObject(searcher).name === 'grid') checkGrid(asObject(config), root);
  if (root.issues.length > 0) throw refuse(`config is invalid or incomplete: ${issueLines(root.issues)}`);
  const reason = refusedSearcher(searcher);
  if (reason !== undefined) throw refuse(reason);
}
