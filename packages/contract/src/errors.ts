/** Codes of the wire: name → [number, HTTP status]. */
export const errorCodes = {
  Canceled: [1, 408],
  Unknown: [2, 500],
  InvalidArgument: [3, 400],
  DeadlineExceeded: [4, 504],
  NotFound: [5, 404],
  AlreadyExists: [6, 409],
  PermissionDenied: [7, 403],
  ResourceExhausted: [8, 429],
  FailedPrecondition: [9, 400],
  Aborted: [10, 409],
  OutOfRange: [11, 400],
  Unimplemented: [12, 501],
  Internal: [13, 500],
  Unavailable: [14, 503],
  DataLoss: [15, 500],
  Unauthenticated: [16, 401],
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** What one would have to hold, and where: in the cluster, on some workspace, or on a certain one. */
export interface Required {
  /** Names of the wire. */
  permissions: readonly string[];
  scope: RequiredScope;
}

export type RequiredScope = 'cluster' | 'anyWorkspace' | { workspaceId: number };

/** An error that is an answer: it reaches the caller with its code and text. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ErrorCode;
  /** The status it came with, where a proxy or another server chose one that is not the code's own. */
  readonly status: number;
  /** After so many seconds the same call may well succeed; undefined where nothing is known of that. */
  readonly retryAfter: number | undefined;
  /** With roles in force, of who is refused for want of a permission. */
  readonly required: Required | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options?: { status?: number; cause?: unknown; retryAfter?: number; required?: Required | undefined },
  ) {
    super(message, { cause: options?.cause });
    this.code = code;
    this.status = options?.status ?? errorCodes[code][1];
    this.retryAfter = options?.retryAfter;
    this.required = options?.required;
  }
}

/** `<kind> '<id>' not found`; with roles in force (`rbac`) the text asks to check one's permissions. */
export function notFound(kind: string, id: string | number = '', rbac = false): ApiError {
  const text = id === '' ? `${kind} not found` : `${kind} '${id}' not found`;
  return new ApiError('NotFound', rbac ? `${text}, please check your permissions.` : text);
}

/** What an error says, whatever was thrown. */
export const textOfError = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const invalidArgument = (message: string): ApiError => new ApiError('InvalidArgument', message);
export const failedPrecondition = (message: string): ApiError => new ApiError('FailedPrecondition', message);
export const alreadyExists = (message: string): ApiError => new ApiError('AlreadyExists', message);
export const permissionDenied = (message = 'access denied'): ApiError => new ApiError('PermissionDenied', message);
export const unauthenticated = (message = 'invalid credentials'): ApiError => new ApiError('Unauthenticated', message);
export const resourceExhausted = (message: string): ApiError => new ApiError('ResourceExhausted', message);
export const unimplemented = (message = 'Not Implemented'): ApiError => new ApiError('Unimplemented', message);
export const unavailable = (message: string): ApiError => new ApiError('Unavailable', message);

interface Missing {
  scope: RequiredScope;
  /** Any one of them would do. */
  oneOf?: boolean;
  /** What is said, made of the usual text. */
  text?: (usual: string) => string;
}

/** The denial of roles: all of the permissions, or any one of them, would have been needed. */
export function missingPermission(
  needed: readonly string[],
  { scope, oneOf = false, text = (usual) => usual }: Missing,
): ApiError {
  const permissions = needed.map((name) => `PERMISSION_TYPE_${name}`);
  const usual = oneOf ? 'one of the following permissions required' : 'required permissions';
  const list = permissions.length === 0 ? '' : `; ${usual}: ${permissions.join(', ')}`;
  return new ApiError('PermissionDenied', text(`access denied${list}`), {
    required: permissions.length === 0 ? undefined : { permissions, scope },
  });
}

/** What an error says, and where the permissions that it names would be needed. */
export function wordsWithPlace({ message, required }: Pick<ApiError, 'message' | 'required'>): string {
  if (!required) return message;
  const { scope } = required;
  if (scope === 'cluster') return `${message}, in the cluster`;
  return scope === 'anyWorkspace' ? `${message}, on some workspace` : `${message}, on workspace ${scope.workspaceId}`;
}

export interface WireError {
  error: { code: number; reason: string; error: string; required?: Required };
}

/**
 * The body of a failed unary call. The platform's texts name permissions alone, so that where they would be needed stands
 * beside them; texts of our `own` calls say that, too.
 */
export function wireError(error: ApiError, own = false): WireError {
  const { code, message, required } = error;
  const text = own ? wordsWithPlace(error) : message;
  return { error: { code: errorCodes[code][0], reason: code, error: text, ...(required ? { required } : {}) } };
}

export interface WireStreamError {
  error: { grpcCode: number; httpCode: number; message: string; httpStatus: string; details: [] };
}

const statusTexts: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  408: 'Request Timeout',
  409: 'Conflict',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** The last line of a failed stream; the stream ends without a newline after it. */
export function wireStreamError(error: ApiError): WireStreamError {
  const [grpcCode, httpCode] = errorCodes[error.code];
  return {
    error: { grpcCode, httpCode, message: error.message, httpStatus: statusTexts[httpCode] ?? '', details: [] },
  };
}

/** One item's error in a bulk reply is the whole text that the single call's error has inside the platform. */
export function bulkErrorText(error: ApiError): string {
  return `rpc error: code = ${error.code} desc = ${error.message}`;
}

/** Any of the error bodies → the error; undefined when the body is none of them. */
export function readWireError(body: unknown, status: number): ApiError | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  if ('error' in body && typeof body.error === 'object' && body.error !== null) {
    const error: { code?: unknown; grpcCode?: unknown; error?: unknown; message?: unknown; required?: unknown } =
      body.error;
    const text = error.error ?? error.message;
    if (typeof text !== 'string') return undefined;
    const required = readRequired(error.required);
    return new ApiError(codeOf(error.code ?? error.grpcCode) ?? codeOfStatus(status), text, { status, required });
  }
  if ('message' in body && typeof body.message === 'string') {
    return new ApiError(codeOfStatus(status), body.message, { status });
  }
  return undefined;
}

function readRequired(told: unknown): Required | undefined {
  if (typeof told !== 'object' || told === null || !('permissions' in told) || !('scope' in told)) return undefined;
  const { permissions, scope } = told;
  if (!Array.isArray(permissions)) return undefined;
  const names = permissions.filter((name) => typeof name === 'string');
  if (scope === 'cluster' || scope === 'anyWorkspace') return { permissions: names, scope };
  if (typeof scope !== 'object' || scope === null || !('workspaceId' in scope)) return undefined;
  return { permissions: names, scope: { workspaceId: Number(scope.workspaceId) } };
}

function codeOf(number: unknown): ErrorCode | undefined {
  return keys().find((name) => errorCodes[name][0] === number);
}

/** The code that stands for a status when nothing but the status is known. */
export function codeOfStatus(status: number): ErrorCode {
  if (status === 400) return 'InvalidArgument';
  if (status === 409) return 'AlreadyExists';
  if (status === 413) return 'ResourceExhausted';
  if (status === 502) return 'Unavailable';
  return keys().find((name) => name !== 'Unknown' && errorCodes[name][1] === status) ?? 'Internal';
}

// Object.keys forgets the literal type of a const object's keys.
const keys = () => Object.keys(errorCodes) as ErrorCode[];
