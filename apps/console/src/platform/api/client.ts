import { createClient } from '@determined/contract/client.ts';
import { reach } from './reach.ts';
import { serverAddress } from './server-address.ts';

/** Signs in by the HttpOnly cookie that the browser sends along; no token is held here. */
export const client = createClient({ baseUrl: serverAddress(), fetch: reach });
