import { resetUserSettingRoute } from '@determined/contract/identity/settings-routes.ts';
import type { ExperimentState } from '@determined/contract/tasks/tasks-messages-generated.ts';
import { experimentHasEnded } from '@determined/contract/training/experiment-rules.ts';
import { getExperimentRoute, getExperimentsRoute } from '@determined/contract/training/experiments-routes.ts';
import { getTrialRoute } from '@determined/contract/training/trials-routes.ts';
import type { LinkProps } from '@tanstack/react-router';
import { type Action, offerActions } from '#platform/actions/action.ts';
import { ask } from '#platform/actions/asked-action.tsx';
import { perform } from '#platform/actions/perform.tsx';
import { call } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { reportError } from '#platform/api/report-error.ts';
import { forgetServerAddress, serverAddress, setServerAddress } from '#platform/api/server-address.ts';
import { canViewMasterLogs } from '#platform/session/checks.ts';
import type { WhyNot } from '#platform/session/may.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { toast } from '#platform/toasts.tsx';
import { activateExperiment } from '#training/experiments/actions/activate-experiment.ts';
import { archiveExperiment } from '#training/experiments/actions/archive-experiment.ts';
import type { ExperimentSubject } from '#training/experiments/actions/experiment-subject.ts';
import { pauseExperiment } from '#training/experiments/actions/pause-experiment.ts';
import { killExperiment } from '#training/experiments/actions/stop-experiment.tsx';
import { linkTo } from '../shell/places.ts';
import { openOver } from './opening.ts';
import type { Option } from './options.ts';

/** What commands need of the console around them. */
export interface CommandWorld {
  go: (link: LinkProps) => void;
  whyNot: WhyNot;
  /** The pages of the navigation that are there for the reader. */
  places: readonly { label: string; path: string; link: LinkProps }[];
  /** Whether a page stands at a path. */
  hasPage: (path: string) => boolean;
}

const executed = 'Action executed.';

/** Every command, in the order of the documents; one whose page or kind of task is not there is left out. */
export function commandsOf(world: CommandWorld): Option[] {
  const { hasPage, go, places } = world;
  const leaf = (title: string, note: string, run: () => void | Promise<void>): Option => ({
    title,
    note,
    group: 'Commands',
    run,
  });
  const page = (title: string, note: string, path: string, link: LinkProps): Option[] =>
    hasPage(path) ? [leaf(title, note, () => done(() => go(link)))] : [];
  const done = (act: () => void) => {
    act();
    toast.done(executed);
  };
  const onExperiments = (
    title: string,
    note: string,
    action: Action<ExperimentSubject>,
    states: readonly ExperimentState[],
  ): Option => ({
    title,
    note,
    group: 'Commands',
    asIs: true,
    options: (typed, signal) =>
      chooseExperiment(typed, states, signal, (experiment) => act(action, experiment, world.whyNot)),
  });
  return [
    ...(places.some(({ path }) => path === '/clusters')
      ? page('cluster', 'Cluster page', '/clusters', linkTo('/clusters'))
      : []),
    {
      title: 'experiment',
      note: worded`<id> opens that experiment`,
      group: 'Commands',
      asIs: true,
      options: (typed, signal) =>
        chooseExperiment(typed, [], signal, ({ id }) => {
          go({ to: '/experiments/$experimentId/{-$tab}', params: { experimentId: String(id), tab: undefined } });
          toast.done(executed);
        }),
    },
    {
      title: 'trial',
      note: worded`<id> opens that trial`,
      group: 'Commands',
      asIs: true,
      options: (typed) => (typed.trim() === '' ? [] : [byTrialId(typed.trim(), world)]),
    },
    ...page('tasks', 'Tasks', '/tasks', linkTo('/tasks')),
    ...(world.whyNot(canViewMasterLogs) === undefined
      ? page('clusterLogs', 'Master Logs', '/clusters', linkTo('/clusters/logs'))
      : []),
    onExperiments('pauseExperiment', '<id> one of those that run', pauseExperiment, inProgress),
    onExperiments('activateExperiment', '<id> one that is paused', activateExperiment, ['STATE_PAUSED']),
    onExperiments('archiveExperiment', '<id> one that has ended', archiveExperiment, ended),
    {
      title: 'goto',
      note: 'any page',
      group: 'Commands',
      options: () => places.map(({ label, link }) => ({ title: label, group: 'Go to', link })),
    },
    {
      title: 'kill',
      note: 'experiment',
      group: 'Commands',
      options: () => [
        onExperiments('experiment', '<id> asks first', killExperiment, [
          ...inProgress,
          'STATE_PAUSED',
          'STATE_STOPPING_CANCELED',
        ]),
      ],
    },
    leaf('logout', 'signs you out', () => go({ to: '/logout', search: { hard_logout: true } })),
    {
      title: 'dev',
      note: 'serverAddress, resetLocalStorage, resetUserPreferences',
      group: 'Commands',
      options: () => [
        {
          title: 'serverAddress',
          note: 'show, set, reset',
          group: 'Commands',
          options: () => [
            leaf('show', 'where the console asks', () =>
              toast.done(executed, `Server address: ${serverAddress() || window.location.origin}`),
            ),
            {
              title: 'set',
              note: '<address>',
              group: 'Commands',
              asIs: true,
              options: (typed) =>
                typed.trim() === '' ? [] : [leaf(typed.trim(), 'asks first', () => askToSetServer(typed.trim()))],
            },
            leaf('reset', "this page's own server", () => {
              forgetServerAddress();
              toast.done(executed, 'In effect when the page is loaded again.');
            }),
          ],
        },
        leaf('resetLocalStorage', 'asks first', () =>
          openOver({
            title: 'Reset Local Storage',
            text: 'Everything that this browser keeps for the console is forgotten. What is stored on the server stays.',
            confirm: 'Reset',
            danger: true,
            act: () => {
              window.localStorage.clear();
              toast.done(executed, 'In effect when the page is loaded again.');
            },
          }),
        ),
        leaf('resetUserPreferences', 'asks first', () =>
          openOver({
            title: 'Reset User Preferences',
            text: 'All your settings go back to what they were at first, in every browser. Tables lose their columns and widths.',
            confirm: 'Reset',
            danger: true,
            act: async () => {
              try {
                await call(resetUserSettingRoute, {});
                window.localStorage.clear();
                toast.done(executed, 'In effect when the page is loaded again.');
              } catch (error) {
                reportError(error, { title: 'Unable to reset user settings, try again later.' });
              }
            },
          }),
        ),
      ],
    },
    leaf('help', 'this list', () => openOver('help')),
  ];
}

/** The other states of experiments in progress are views of this one. */
const inProgress: readonly ExperimentState[] = ['STATE_ACTIVE'];
const ended = (['STATE_COMPLETED', 'STATE_CANCELED', 'STATE_ERROR'] as const).filter(experimentHasEnded);

/** The newest in these states whose id or name begins so or has it within; and whatever id is typed. */
async function chooseExperiment(
  typed: string,
  states: readonly ExperimentState[],
  signal: AbortSignal,
  choose: (experiment: ExperimentSubject) => void | Promise<void>,
): Promise<Option[]> {
  const text = typed.trim().toLowerCase();
  const { experiments } = await call(
    getExperimentsRoute,
    { states: [...states], archived: false, sortBy: 'SORT_BY_ID', orderBy: 'ORDER_BY_DESC', limit: 100 },
    signal,
  );
  const fitting = experiments.filter(
    ({ id, name }) => String(id).startsWith(text) || name.toLowerCase().includes(text),
  );
  const known: Option[] = fitting.map((experiment) => ({
    title: String(experiment.id),
    note: experiment.name,
    state: experiment.state,
    group: 'Commands',
    run: () => choose(experiment),
  }));
  if (text === '' || fitting.some(({ id }) => String(id) === text)) return known;
  if (fitting.length > 0 && !/^\d+$/.test(text)) return known;
  return [
    { title: typed.trim(), note: 'by its id', group: 'Commands', run: () => byExperimentId(typed.trim(), choose) },
    ...known,
  ];
}

async function byExperimentId(
  typed: string,
  choose: (experiment: ExperimentSubject) => void | Promise<void>,
): Promise<void> {
  const experimentId = idOf(typed);
  const reply =
    experimentId === undefined ? undefined : await call(getExperimentRoute, { experimentId }).catch(() => undefined);
  if (reply?.experiment) await choose(reply.experiment);
  else toast.fail(worded`Invalid experiment ID ${typed}`);
}

function byTrialId(typed: string, { go }: CommandWorld): Option {
  const open = async () => {
    const trialId = idOf(typed);
    const reply = trialId === undefined ? undefined : await call(getTrialRoute, { trialId }).catch(() => undefined);
    if (!reply?.trial) {
      toast.fail(worded`Invalid trial ID ${typed}`);
      return;
    }
    const experimentId = String(reply.trial.experimentId);
    go({
      to: '/experiments/$experimentId/trials/$trialId/{-$tab}',
      params: { experimentId, trialId: typed, tab: undefined },
    });
    toast.done(executed);
  };
  return { title: typed, note: 'by its id', group: 'Commands', run: open };
}

/** Ids have at most 31 bits; undefined for what is none. */
function idOf(typed: string): number | undefined {
  return /^[1-9]\d{0,9}$/.test(typed) && Number(typed) < 2 ** 31 ? Number(typed) : undefined;
}

/** By the very action of menus and bars: it asks, refuses and can be taken back as it does there. */
async function act(action: Action<ExperimentSubject>, experiment: ExperimentSubject, whyNot: WhyNot): Promise<void> {
  const [offered] = offerActions([action], [experiment], whyNot);
  if (!offered || offered.disabledReason !== undefined) {
    toast.fail(
      action.failed,
      offered?.disabledReason ?? `${action.label} does nothing in the state that ${experiment.name} is in.`,
    );
    return;
  }
  if (action.ask) return ask(action, [experiment]);
  try {
    await perform({ ...action, done: undefined }, [experiment]);
    const undo = action.done?.undo;
    if (undo) toast.undoable(executed, () => void perform({ ...undo(), done: undefined }, [experiment]).catch(report));
    else toast.done(executed);
  } catch (error) {
    report(error);
  }
  function report(error: unknown): void {
    reportError(error, { title: action.failed, message: messageOf(error) });
  }
}

/** Sends it nothing of this server's session; it is asked whether it is one before anything else. */
async function askToSetServer(typed: string): Promise<void> {
  const url = typed.replace(/\/+$/, '');
  const answers = await fetch(`${url}/info`, { credentials: 'omit' })
    .then(async (reply) => reply.ok && typeof ((await reply.json()) as { master_id?: unknown }).master_id === 'string')
    .catch(() => false);
  if (!answers) {
    toast.fail('Server not found', `Could not find a valid server at "${typed}"`);
    return;
  }
  openOver({
    title: 'Change Server Address',
    text: `The console asks ${url} from now on, in this browser. Your session here is not sent there.`,
    confirm: 'Change',
    act: () => {
      setServerAddress(url);
      toast.done(executed, 'In effect when the page is loaded again.');
    },
  });
}
