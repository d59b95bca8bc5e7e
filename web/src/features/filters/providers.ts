/**
 * The platforms after one was pressed. An empty list stands for all of them; the last one cannot be taken away, because
 * a filter that watches nowhere is one that is switched off.
 */
export function toggleProvider<Provider extends string>(
  all: readonly Provider[],
  chosen: readonly Provider[],
  provider: Provider,
): Provider[] {
  const before = chosen.length === 0 ? all : chosen;
  const after = before.includes(provider) ? before.filter((other) => other !== provider) : [...before, provider];
  if (after.length === 0) return [...chosen];
  return all.every((each) => after.includes(each)) ? [] : after;
}
