import { getToken } from "../auth/token";

const KEY = "greenroom.drafts";

let owner: string | undefined;
let drafts = new Map<string, string>();

/** Unsent text of a place; kept across screens and reloads of this tab until sign-out. */
export function readDraft(place: string): string {
  return mine().get(place) ?? "";
}

export function saveDraft(place: string, text: string): void {
  if (text) mine().set(place, text);
  else mine().delete(place);
  try {
    sessionStorage.setItem(KEY, JSON.stringify([owner, ...drafts]));
  } catch {
    // Storage is full or blocked: drafts last as long as the page.
  }
}

export function clearDrafts(): void {
  drafts.clear();
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is blocked, so nothing was stored.
  }
}

/** Drafts of the current session: a sign-out in another tab cannot clear this tab's storage. */
function mine(): Map<string, string> {
  // Enough to tell two sessions apart without storing a usable token.
  const now = getToken()?.slice(-8) ?? "";
  if (owner !== now) drafts = storedFor(now);
  owner = now;
  return drafts;
}

function storedFor(wanted: string): Map<string, string> {
  try {
    const [whose, ...entries]: [string?, ...[string, string][]] = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    return new Map(whose === wanted ? entries : []);
  } catch {
    return new Map();
  }
}
