import { uncategorizedProjectId, uncategorizedWorkspaceId } from '@determined/contract/limits.ts';
import { getWorkspaceProjectsRoute, getWorkspacesRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { NativeSelect } from '@mantine/core';
import { useForm } from '@mantine/form';
import { defaultFirst } from '#organisation/shared/default-first.ts';
import { useCallQuery } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { canMoveExperimentsTo } from '#platform/session/checks.ts';
import { useMay } from '#platform/session/may.ts';
import { focusFirstError } from '#ui/form/focus-first-error.ts';
import { FormDialog } from '#ui/primitives/dialog.tsx';

const uncategorized = String(uncategorizedWorkspaceId);
const none = { value: '', label: 'Choose…' };

export interface Destination {
  projectId: number;
  projectName: string;
  workspaceId: number;
}

interface MoveFormProps {
  title: string;
  submit: string;
  /** The button waits until there is somewhere to go. */
  inactiveUntilChosen?: boolean;
  working: boolean;
  error: Error | null;
  /** The specification's words when it fails. */
  failed: string;
  onClose: () => void;
  onMove: (to: Destination) => void;
}

/** Asks for a workspace and a project of it; the uncategorized one has but one. */
export function MoveForm(props: MoveFormProps) {
  const form = useForm({
    initialValues: { workspace: '', project: '' },
    validateInputOnBlur: true,
    validate: {
      workspace: (id) => (id === '' ? 'Workspace is required' : null),
      project: (id, { workspace }) => (id === '' && workspace !== uncategorized ? 'Project is required' : null),
    },
  });
  const { workspace, project } = form.values;
  const destinations = useDestinations(workspace);
  const error = props.error ?? destinations.error;
  const move = (to: typeof form.values) => {
    const projectId = to.workspace === uncategorized ? uncategorizedProjectId : Number(to.project);
    props.onMove({ projectId, projectName: destinations.nameOf(projectId), workspaceId: Number(to.workspace) });
  };
  return (
    <FormDialog
      title={props.title}
      submit={props.submit}
      inactive={props.inactiveUntilChosen && workspace !== uncategorized && project === ''}
      working={props.working}
      problem={error ? `${props.failed}: ${messageOf(error)}` : null}
      onClose={props.onClose}
      onSubmit={form.onSubmit(move, focusFirstError(form))}
    >
      <NativeSelect
        label="Workspace"
        withAsterisk
        data-autofocus
        data={[none, ...destinations.workspaces]}
        {...form.getInputProps('workspace')}
        onChange={(event) => {
          form.setValues({ workspace: event.currentTarget.value, project: '' });
          form.clearFieldError('workspace');
        }}
      />
      {workspace === '' || workspace === uncategorized ? null : (
        <NativeSelect
          label="Project"
          withAsterisk
          data={[none, ...destinations.projects]}
          {...form.getInputProps('project')}
        />
      )}
    </FormDialog>
  );
}

/** Where the reader may move experiments to; what is archived is in sight and can't be chosen. */
function useDestinations(workspace: string) {
  const may = useMay();
  const all = useCallQuery(getWorkspacesRoute, { sortBy: 'SORT_BY_NAME', limit: 0 });
  const within = useCallQuery(
    getWorkspaceProjectsRoute,
    { id: Number(workspace), sortBy: 'SORT_BY_NAME', limit: 0 },
    { enabled: workspace !== '' && workspace !== uncategorized },
  );
  const option = ({ id, name, archived }: { id: number; name: string; archived: boolean }) => ({
    value: String(id),
    label: name,
    disabled: archived,
  });
  const projects = (within.data?.projects ?? []).map(option);
  return {
    workspaces: defaultFirst(all.data?.workspaces ?? [])
      .filter(({ id, userId }) => may(canMoveExperimentsTo, { workspaceId: id, workspaceOwnerId: userId }))
      .map(option),
    projects,
    nameOf: (projectId: number) => projects.find(({ value }) => value === String(projectId))?.label ?? 'Uncategorized',
    error: all.error ?? within.error,
  };
}
