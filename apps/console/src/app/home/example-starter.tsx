import { getExamplesRoute, runExampleRoute } from '@determined/contract/training/example-ext-routes.ts';
import { useNavigate } from '@tanstack/react-router';
import { Play } from 'lucide-react';
import { useCall, useCallQuery } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { reportError } from '#platform/api/report-error.ts';
import { useThingWords, worded } from '#platform/switches/thing-words.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Icon } from '#ui/primitives/icon.tsx';
import styles from './home-page.module.css';

/** For who has run nothing yet: training jobs that come along, started with one press. */
export function ExampleStarter() {
  const { data } = useCallQuery(getExamplesRoute, {});
  const examples = data?.examples ?? [];
  return (
    <section aria-labelledby="first-experiment">
      <div className={styles.intro}>
        <h2 id="first-experiment">{worded`Run your first experiment`}</h2>
        {examples.length > 0 ? <p>Each of these trains on this cluster as it is, in a minute or two.</p> : null}
      </div>
      {examples.length > 0 ? (
        <ul className={styles.examples}>
          {examples.map((example, index) => (
            <li key={example.name} className={styles.example}>
              <h3>{example.title}</h3>
              <p>{example.description}</p>
              <footer>
                <span className="num">about {example.seconds} s</span>
                <RunExample name={example.name} title={example.title} first={index === 0} />
              </footer>
            </li>
          ))}
        </ul>
      ) : null}
      <div className={styles.intro}>
        <h3>Bring your own</h3>
        <p>Write a configuration, and send it with the folder of your code:</p>
      </div>
      <p className={styles.command}>
        <code className="mono">det experiment create config.yaml .</code>
      </p>
    </section>
  );
}

function RunExample({ name, title, first }: { name: string; title: string; first: boolean }) {
  const run = useCall(runExampleRoute);
  const navigate = useNavigate();
  const { flat } = useThingWords();
  const start = async () => {
    try {
      // Awaited, not told by a callback: the news of the experiment may take this card away before the answer is here.
      const { experimentId } = await run.mutateAsync({ params: { name } });
      const params = { experimentId: String(experimentId) };
      // A search begins with its runs: what there is to see is the curve that grows.
      if (flat)
        await navigate({
          to: '/experiments/$experimentId/visualization/$viz',
          params: { ...params, viz: 'learning-curve' },
        });
      else await navigate({ to: '/experiments/$experimentId/{-$tab}', params: { ...params, tab: undefined } });
    } catch (error) {
      reportError(error, { title: worded`Unable to create experiment.`, message: messageOf(error) });
    }
  };
  return (
    <Button
      size="xs"
      variant={first ? 'primary' : 'default'}
      working={run.isPending}
      onClick={() => void start()}
      aria-label={`Run ${title}`}
    >
      <Icon of={Play} size={14} />
      Run
    </Button>
  );
}
