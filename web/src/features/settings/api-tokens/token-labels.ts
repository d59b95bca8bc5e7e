import type { ApiToken } from "../../../api/types";
import { mediumDate, relativeAge } from "../../../lib/time/dates";

export function isExpired({ expires_at }: Pick<ApiToken, "expires_at">, now: number): boolean {
  return expires_at !== null && Date.parse(expires_at) <= now;
}

/** "grt_…a1b2 · expires 3 Mar 2026" */
export function tokenFact(token: Pick<ApiToken, "expires_at" | "last_four">, now: number): string {
  const secret = `grt_…${token.last_four}`;
  if (token.expires_at === null) return `${secret} · never expires`;
  return `${secret} · ${isExpired(token, now) ? "expired" : "expires"} ${mediumDate(token.expires_at)}`;
}

export function usedFact({ last_used_at }: Pick<ApiToken, "last_used_at">, now: number): string {
  return last_used_at === null ? "Never used" : `Last used ${relativeAge(last_used_at, now).toLowerCase()}`;
}
