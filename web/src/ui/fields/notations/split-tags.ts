/** Adds the entries of a typed or pasted text: split at lines and commas, trimmed, without repeats. */
export function addTags(values: readonly string[], text: string): string[] {
  const entered = text.split(/[\n,]/).map((entry) => entry.trim());
  return [...new Set([...values, ...entered.filter((entry) => entry !== "")])];
}
