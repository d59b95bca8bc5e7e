export const MAX_NAME_LENGTH = 40;

/** Length of the trimmed name in code points, as on the server. */
export function nameLength(name: string): number {
  return [...name.trim()].length;
}

/** Validation message for the length of a display name, or null; the server checks the rest. */
export function displayNameProblem(name: string): string | null {
  const length = nameLength(name);
  if (length === 0) return "Enter a channel name";
  if (length > MAX_NAME_LENGTH) return `Max ${MAX_NAME_LENGTH} characters (currently ${length})`;
  return null;
}
