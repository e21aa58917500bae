import { getExamplesRoute, runExampleRoute } from '@determined/contract/training/example-ext-routes.ts';
import { type Served, serveExt } from '#platform/http/serve.ts';
import { getExamples, runExample } from './run-example.ts';

export const examplesRoutes: Served[] = [
  serveExt(getExamplesRoute, getExamples),
  serveExt(runExampleRoute, runExample),
];
