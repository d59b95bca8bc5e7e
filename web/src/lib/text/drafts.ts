import { getToken } from "../auth/token";

const KEY = "greenroom.drafts";

let owner: string | undefined;
let drafts = new Map<string, string>();

/** What somebody has begun to write there; it outlives the screen and a reload of this tab, but no sign-out. */
export function readDraft(place: string): string {
  return mine().get(place) ?? "";
}

export function saveDraft(place: string, text: string): void {
  if (text) mine().set(place, text);
  else mine().delete(place);
  try {
    sessionStorage.setItem(KEY, JSON.stringify([owner, ...drafts]));
  } catch {
    // A storage that is full or forbidden: they last as long as the page.
  }
}

export function clearDrafts(): void {
  drafts.clear();
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Then nothing has been stored.
  }
}

/** Those of whoever is signed in now: a session may also end in another tab, which cannot empty the storage of this one. */
function mine(): Map<string, string> {
  // Enough to tell two sessions apart, and of no use to anybody else.
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
