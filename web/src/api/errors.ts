export interface FieldError {
  field: string;
  message: string;
}

interface ErrorBody {
  type: string;
  message: string;
  errors: FieldError[];
}

const UNKNOWN: ErrorBody = { type: "unknown", message: "Unknown error", errors: [] };

/** An error response of the API with the server's message. */
export class ApiError extends Error {
  readonly type: string;
  readonly errors: FieldError[];

  constructor(
    readonly status: number,
    body: unknown,
  ) {
    const { type, message, errors } = readBody(body);
    super(message);
    this.name = "ApiError";
    this.type = type;
    this.errors = errors;
  }
}

const UNREACHABLE = {
  type: "unreachable",
  message: "Can't reach the server. Check your connection and try again.",
};

/** The error for a request that did not reach the server; browsers only say "Failed to fetch" or "Load failed". */
export function unreachableError(): ApiError {
  return new ApiError(0, UNREACHABLE);
}

/** The message of the error, or "Unknown error" if it has none. */
export function messageOf(error: unknown): string {
  return error instanceof Error && error.message ? error.message : UNKNOWN.message;
}

// 422: a malformed id is treated like an id that does not exist.
const INACCESSIBLE = [403, 404, 422];

/** Whether the resource does not exist for this user: deleted, unknown or without access. */
export function isInaccessible(error: unknown): boolean {
  return error instanceof ApiError && INACCESSIBLE.includes(error.status);
}

const LOST_ACCESS = ["forbidden", "channel_not_found", "channel_suspended"];

/** Whether the call was refused because of the user's role, or because the channel is gone or suspended. */
export function hasLostAccess(error: unknown): boolean {
  return error instanceof ApiError && LOST_ACCESS.includes(error.type);
}

/** Name of an invalid field → its first message. */
export function fieldErrors(error: unknown): Record<string, string> {
  const errors = error instanceof ApiError ? error.errors : [];
  return Object.fromEntries(errors.toReversed().map(({ field, message }) => [field, message]));
}

function readBody(body: unknown): ErrorBody {
  if (!isRecord(body)) return UNKNOWN;
  const { type, message, errors } = body;
  return {
    type: typeof type === "string" ? type : UNKNOWN.type,
    message: typeof message === "string" && message ? message : UNKNOWN.message,
    errors: Array.isArray(errors) ? errors.filter(isFieldError) : [],
  };
}

function isFieldError(value: unknown): value is FieldError {
  return isRecord(value) && typeof value["field"] === "string" && typeof value["message"] === "string";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
