import type { Model, ModelVersion } from '@determined/contract/registry/models-generated.ts';
import type { Subject, SubjectKind } from '#platform/actions/action.ts';

/** A version as actions take it; its model says whether it may be changed. */
export interface VersionSubject extends Subject {
  id: number;
  model: Model;
  version: ModelVersion;
}

/** One without a name goes by its number. */
export const titleOf = ({ name, version }: Pick<ModelVersion, 'name' | 'version'>) => name || `Version ${version}`;

export const versionSubject = (model: Model, version: ModelVersion): VersionSubject => ({
  id: version.id,
  name: titleOf(version),
  model,
  version,
});

export const versionKind: SubjectKind<VersionSubject> = {
  entity: 'modelVersion',
  noun: 'version',
  mark: 'comment',
  target: ({ model, version }) => ({ workspaceId: model.workspaceId, ownerId: version.userId }),
};

/** What its calls name it by. */
export const versionRequest = ({ model, version }: Pick<VersionSubject, 'model' | 'version'>) => ({
  modelName: String(model.id),
  modelVersionNum: version.version,
});
