import { compareRoute } from '@determined/contract/training/compare-ext-routes.ts';
import { serveExt } from '#platform/http/serve.ts';
import type { Slice } from '#platform/slice.ts';
import { compare } from './compare.ts';

export const compareSlice: Slice = { routes: [serveExt(compareRoute, compare)] };
