export const NAME_LIMIT = 40;

/** Counted as people count, so that an emoji outside the basic plane is one character, as on the server. */
export function nameLength(name: string): number {
  return [...name.trim()].length;
}

/** What is wrong with a display name, in words for below the field; the server checks the rest. */
export function displayNameProblem(name: string): string | null {
  const length = nameLength(name);
  if (length === 0) return "Give your channel a name.";
  if (length > NAME_LIMIT) return `Use at most ${NAME_LIMIT} characters, now it has ${length}.`;
  return null;
}
