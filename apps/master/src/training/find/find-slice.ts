import { findRoute } from '@determined/contract/training/find-ext-routes.ts';
import { serveExt } from '#platform/http/serve.ts';
import type { Slice } from '#platform/slice.ts';
import { find } from './find.ts';

export const findSlice: Slice = { routes: [serveExt(findRoute, find)] };
