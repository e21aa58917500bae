import { previewHPSearchRoute } from '@determined/contract/training/searchers-routes.ts';
import { getExperimentTrialsRoute } from '@determined/contract/training/trials-routes.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { useCallQuery } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { formatCount } from '#ui/format/numbers.ts';
import { type Experiment, slotsPerTrial } from '../experiment.ts';
import styles from './hp-search.module.css';
import { searcherConfig } from './search-config.ts';
import { type SearchCost, searchCost, speedOf } from './search-cost.ts';
import { type SearchSettings, settingsProblems } from './search-settings.ts';
import { hyperparametersOf, type SpaceRow, spaceProblems } from './search-space.ts';

interface HpSearchCostProps {
  experiment: Experiment;
  config: unknown;
  settings: SearchSettings;
  rows: readonly SpaceRow[];
}

/** After the last key, in ms. */
const rest = 300;

/** What is on the way to be sent, as the searcher would carry it out. */
export function HpSearchCost({ experiment, config, settings, rows }: HpSearchCostProps) {
  const { searcher } = settings;
  // Pool and name have no part in it.
  const any = { pools: [{ name: settings.pool, slots: Number.MAX_SAFE_INTEGER }], units: [settings.unit] };
  const known =
    Object.keys(settingsProblems({ ...settings, name: 'any' }, any)).length === 0 &&
    (searcher !== 'grid' || Object.keys(spaceProblems(rows, searcher)).length === 0);
  const asked = {
    config: {
      searcher: searcherConfig(settings, config),
      hyperparameters: searcher === 'grid' ? hyperparametersOf(rows, searcher) : {},
    },
  };
  const [request] = useDebouncedValue(JSON.stringify(asked), rest);
  const preview = useCallQuery(previewHPSearchRoute, JSON.parse(request) as typeof asked, {
    enabled: known && request === JSON.stringify(asked),
    keep: true,
  });
  const longest = useCallQuery(getExperimentTrialsRoute, {
    experimentId: experiment.id,
    sortBy: 'SORT_BY_BATCHES_PROCESSED',
    orderBy: 'ORDER_BY_DESC',
    limit: 1,
  });
  const [trial] = longest.data?.trials ?? [];
  const planned = known && !preview.error ? preview.data?.summary?.trials : undefined;
  const cost = planned && searchCost(planned, settings);
  return (
    <section className={styles.cost} aria-label="What it will cost" aria-live="polite">
      <h3>What it will cost</h3>
      {cost ? (
        <>
          <Figures cost={cost} />
          <SlotHours
            cost={cost}
            slots={Number(settings.slots)}
            speed={speedOf(trial)}
            slotsThen={slotsPerTrial(config)}
            trialId={trial?.id}
          />
          {cost.rungs.length > 0 ? <Rungs cost={cost} /> : null}
        </>
      ) : (
        <p>{known ? preview.error && messageOf(preview.error) : whatIsMissing(searcher)}</p>
      )}
    </section>
  );
}

function whatIsMissing(searcher: string): string {
  return searcher === 'grid'
    ? 'Known once each hyperparameter that is not constant has its bounds and its grid count.'
    : 'Known once the fields beside are filled in.';
}

function Figures({ cost: { trials, toTheEnd, unit, total } }: { cost: SearchCost }) {
  const figures = [
    [worded`Trials, at most`, trials],
    ['run to the end', toTheEnd],
    [`${unit.charAt(0).toUpperCase()}${unit.slice(1)} in all, at most`, total],
  ] as const;
  return (
    <dl className={styles.figures}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd title={String(value)}>{formatCount(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

interface SlotHoursProps {
  cost: SearchCost;
  slots: number;
  speed: number | undefined;
  /** Of the trial that the speed is of. */
  slotsThen: number | undefined;
  trialId: number | undefined;
}

/** By what a trial of the experiment did, where batches are counted: with as many slots, else it would be a guess. */
function SlotHours({ cost, slots, speed, slotsThen, trialId }: SlotHoursProps) {
  if (speed === undefined || cost.unit !== 'batches' || slots !== (slotsThen ?? 1) || slots === 0) return null;
  const hours = (cost.total / speed / 3600) * slots;
  const shown = hours < 10 ? hours.toPrecision(2) : formatCount(Math.round(hours));
  return (
    <>
      <dl className={styles.figures}>
        <div>
          <dt>Slot-hours, at most about</dt>
          <dd title={`${hours} slot-hours`}>{shown}</dd>
        </div>
      </dl>
      <p>{worded`By ${speed.toPrecision(3)} batches a second of trial ${trialId ?? ''}, with as many slots.`}</p>
    </>
  );
}

function Rungs({ cost: { rungs, unit, trials } }: { cost: SearchCost }) {
  return (
    <>
      <h3>
        Rungs <small>{worded`where trials are stopped`}</small>
      </h3>
      <table className={styles.rungs}>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{unit}</th>
            <th scope="col">{worded`trials that reach them`}</th>
          </tr>
        </thead>
        <tbody>
          {rungs.map(({ at, reach }) => (
            <tr key={at}>
              <th scope="row">{at.toLocaleString('en')}</th>
              <td>
                <progress value={reach} max={trials} aria-hidden="true" /> {reach.toLocaleString('en')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{worded`${unit}, and the trials that reach them`}</p>
    </>
  );
}
