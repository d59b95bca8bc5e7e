const MAX_RECENT = 18;

const keyOf = (userId: string) => `greenroom.recent-emotes.${userId}`;

/** Texts of the emotes that the user inserted lately in this browser, the latest first. */
export function readRecent(userId: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? "[]");
    return Array.isArray(stored) ? stored.filter((insert) => typeof insert === "string").slice(0, MAX_RECENT) : [];
  } catch {
    return [];
  }
}

export function addRecent(userId: string, insert: string): void {
  const recent = [insert, ...readRecent(userId).filter((other) => other !== insert)].slice(0, MAX_RECENT);
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(recent));
  } catch {
    // Storage is full or blocked: the emote is not stored.
  }
}
