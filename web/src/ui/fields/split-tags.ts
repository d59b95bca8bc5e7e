/** The entries with those of a typed or pasted text added: split at lines and commas, trimmed, none twice. */
export function addTags(values: readonly string[], text: string): string[] {
  const entered = text.split(/[\n,]/).map((entry) => entry.trim());
  return [...new Set([...values, ...entered.filter((entry) => entry !== "")])];
}
