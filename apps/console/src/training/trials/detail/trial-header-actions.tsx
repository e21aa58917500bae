import { Link } from '@tanstack/react-router';
import { RotateCw, ScrollText } from 'lucide-react';
import { useState } from 'react';
import { laterForm } from '#platform/actions/later-form.tsx';
import { canViewExperimentArtifacts } from '#platform/session/checks.ts';
import { useWhyNot } from '#platform/session/may.ts';
import type { Rule } from '#platform/session/rights.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { Button, buttonClass } from '#ui/primitives/button.tsx';
import { Icon } from '#ui/primitives/icon.tsx';
import type { Experiment } from '../../shared/experiment.ts';
import type { Trial } from '../../shared/trial.ts';
import styles from './trial-pager.module.css';

const ContinueTrialDialog = laterForm(
  async () => (await import('../forms/continue-trial-dialog.tsx')).ContinueTrialDialog,
);

const canContinue: Rule = {
  permission: 'CREATE_EXPERIMENT',
  and: ['VIEW_EXPERIMENT_ARTIFACTS'],
  withoutRbac: 'anyone',
};

interface TrialHeaderActionsProps {
  trial: Trial;
  experiment: Experiment;
  tab: string;
}

/** What can be done with a trial, and the way to its log. */
export function TrialHeaderActions({ trial, experiment, tab }: TrialHeaderActionsProps) {
  const [continues, setContinues] = useState(false);
  const whyNot = useWhyNot();
  const target = { workspaceId: experiment.workspaceId, ownerId: experiment.userId };
  return (
    <>
      {tab !== 'logs' && whyNot(canViewExperimentArtifacts, target) === undefined && (
        // The log opens at its end.
        <Link
          className={buttonClass({})}
          to="/experiments/$experimentId/trials/$trialId/{-$tab}"
          params={{ experimentId: String(experiment.id), trialId: String(trial.id), tab: 'logs' }}
        >
          <Icon of={ScrollText} size={14} />
          <span className={styles.words}>View Logs</span>
        </Link>
      )}
      <Button
        disabledReason={continueBlocked(trial, experiment) ?? whyNot(canContinue, target)}
        onClick={() => setContinues(true)}
      >
        <Icon of={RotateCw} size={14} />
        <span className={styles.words}>{worded`Continue Trial`}</span>
      </Button>
      {continues && <ContinueTrialDialog trial={trial} experiment={experiment} onClose={() => setContinues(false)} />}
    </>
  );
}

function continueBlocked(trial: Trial, experiment: Experiment): string | undefined {
  if (experiment.unmanaged) return 'Not available for unmanaged workloads';
  return trial.bestCheckpoint ? undefined : worded`No checkpoints found. Cannot continue trial`;
}
