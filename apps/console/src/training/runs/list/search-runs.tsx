import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { type Experiment, searchedHyperparameters } from '../../shared/experiment.ts';
import { RunTable } from './run-table.tsx';
import { runsOfSearch } from './run-table-kind.ts';

const route = getRouteApi('/signed-in/detail/searches/$searchId/{-$tab}');

interface SearchRunTableProps {
  experiment: Experiment;
  config: unknown;
  /** Before the table's own. */
  tools: ReactNode;
}

/** The runs of one search, in the same table. */
export function SearchRunTable({ experiment: { id, projectId }, config, tools }: SearchRunTableProps) {
  const kind = useMemo(
    () =>
      runsOfSearch(
        id,
        searchedHyperparameters(config).map(({ name }) => name),
      ),
    [id, config],
  );
  return <RunTable kind={kind} projectId={projectId} search={route.useSearch()} tools={tools} />;
}
