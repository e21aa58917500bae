import { createClient } from '@determined/contract/client.ts';
import { UnreachableError } from './console-error.ts';

async function reach(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(input, init);
  } catch (error) {
    if (error instanceof TypeError) throw new UnreachableError('Server is Unreachable', { cause: error });
    throw error;
  }
}

/** Signs in by the HttpOnly cookie that the browser sends along; no token is held here (decision 20). */
export const client = createClient({ baseUrl: '', fetch: reach });
