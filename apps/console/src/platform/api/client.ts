import { createClient } from '@determined/contract/client.ts';
import { reach } from './reach.ts';

/** Signs in by the HttpOnly cookie that the browser sends along; no token is held here. */
export const client = createClient({ baseUrl: '', fetch: reach });
