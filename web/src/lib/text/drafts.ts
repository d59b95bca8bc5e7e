import { getToken } from "../auth/token";

const KEY = "greenroom.drafts";

let owner: string | undefined;
let drafts = new Map<string, string>();

/** The unsent text of a key, or ""; drafts last across screens and reloads of this tab until sign-out. */
export function readDraft(key: string): string {
  return sessionDrafts().get(key) ?? "";
}

export function saveDraft(key: string, text: string): void {
  if (text) sessionDrafts().set(key, text);
  else sessionDrafts().delete(key);
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

/** Drafts of the current session; drafts from before a sign-out in another tab are dropped. */
function sessionDrafts(): Map<string, string> {
  // The end of a token tells two sessions apart and is no usable token.
  const session = getToken()?.slice(-8) ?? "";
  if (owner !== session) drafts = readStored(session);
  owner = session;
  return drafts;
}

function readStored(current: string): Map<string, string> {
  try {
    const [session, ...entries]: [string?, ...[string, string][]] = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    return new Map(session === current ? entries : []);
  } catch {
    return new Map();
  }
}
