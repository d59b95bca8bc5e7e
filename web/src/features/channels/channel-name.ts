export const NAME_LIMIT = 40;

/** Length in code points, as on the server. */
export function nameLength(name: string): number {
  return [...name.trim()].length;
}

/** Validation message of a display name; the server checks the rest. */
export function displayNameProblem(name: string): string | null {
  const length = nameLength(name);
  if (length === 0) return "Enter a channel name";
  if (length > NAME_LIMIT) return `Max ${NAME_LIMIT} characters (currently ${length})`;
  return null;
}
