const drafts = new Map<string, string>();

/** What somebody has begun to write there; it outlives the screen, not the page, and so no sign-out. */
export function draftAt(place: string): string {
  return drafts.get(place) ?? "";
}

export function keepDraft(place: string, text: string): void {
  if (text) drafts.set(place, text);
  else drafts.delete(place);
}
