import { ApiError, type ErrorCode } from '@determined/contract/errors.ts';

/** The error with which a call is refused; fails when it is not, or by anything but an error of the API. */
export async function refusalOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.then(
    () => 'the call was not refused',
    (reason: unknown) => reason,
  );
  if (error instanceof ApiError) return error;
  throw new Error('no error of the API', { cause: error });
}

export const codeOf = async (call: Promise<unknown>): Promise<ErrorCode> => (await refusalOf(call)).code;

/** Code and message as one text. */
export async function failureOf(call: Promise<unknown>): Promise<string> {
  const { code, message } = await refusalOf(call);
  return `${code}: ${message}`;
}
