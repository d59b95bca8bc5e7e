import { isRouteErrorResponse } from "react-router";
import { ApiError } from "../../api/errors";
import { isChunkFailure } from "../../lib/reload-guard";
import { ScreenError } from "../../ui/page/screen-error";

export interface ErrorDescription {
  status: number;
  statusText: string;
  hint: string;
  /** Whether reloading the page may help. */
  canRetry?: boolean;
}

const HINTS: Record<number, string> = {
  403: "You don't have access. Ask a channel admin or sign in with another account.",
  404: "It was deleted, or you no longer have access.",
};
const NOT_LOADED = {
  status: 503,
  statusText: "Couldn't load this page",
  hint: "You may be offline, or Greenroom is being updated. Try again in a moment.",
};
const DEFAULT_HINT = "Go back and try again. If it keeps happening, contact your server admin.";

/** Title and text of the router's error page for a thrown value. */
export function describeError(error: unknown): ErrorDescription {
  if (error instanceof ScreenError) return { ...describe(error.status, error.statusText), ...hintOf(error) };
  if (isRouteErrorResponse(error)) return describe(error.status, error.statusText || "Not found");
  if (error instanceof ApiError) return describe(error.status, error.message);
  if (isChunkFailure(error)) return { ...NOT_LOADED, canRetry: true };
  return describe(500, "Something went wrong");
}

function describe(status: number, statusText: string): ErrorDescription {
  return { status, statusText, hint: HINTS[status] ?? DEFAULT_HINT };
}

function hintOf({ hint }: ScreenError): { hint?: string } {
  return hint === undefined ? {} : { hint };
}
