import type { Slice } from '#platform/slice.ts';
import { tokenSubject } from './token-subject.ts';
import { tokensRoutes } from './tokens-routes.ts';

export const tokensSlice: Slice = { routes: tokensRoutes, subjects: { token: tokenSubject } };
