/** A value for each step; null where no value was measured. */
export type Values = readonly (number | null)[];

/** Sum of all series in each step; null where no series has a value. */
export function totals(series: readonly Values[]): (number | null)[] {
  const length = Math.max(0, ...series.map((values) => values.length));
  return Array.from({ length }, (_, step) => totalAt(series, step));
}

function totalAt(series: readonly Values[], step: number): number | null {
  const known = series.map((values) => values[step] ?? null).filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

/** Runs of values without a gap, each with the step at which the run begins. */
export function runsOfValues(values: Values): { start: number; values: number[] }[] {
  const found: { start: number; values: number[] }[] = [];
  values.forEach((value, step) => {
    if (value === null) return;
    if (step === 0 || values[step - 1] === null) found.push({ start: step, values: [] });
    found.at(-1)?.values.push(value);
  });
  return found;
}

/** Tops of stacked areas, the first series at the bottom; null where the series itself has no value. */
export function stackedTops(series: readonly Values[]): (number | null)[][] {
  return series.map((values, row) => {
    const upToHere = totals(series.slice(0, row + 1));
    return upToHere.map((top, step) => (values[step] === null || values[step] === undefined ? null : top));
  });
}

/** Rounded mean of the known values in each group of `size` steps; null for a group without a value. */
export function meanPerGroup(values: Values, size: number): (number | null)[] {
  return groups(values, size).map((known) =>
    known.length === 0 ? null : Math.round(known.reduce((sum, value) => sum + value, 0) / known.length),
  );
}

/** Sum of the known values in each group of `size` steps; null for a group without a value. */
export function sumPerGroup(values: Values, size: number): (number | null)[] {
  return groups(values, size).map((known) =>
    known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0),
  );
}

function groups(values: Values, size: number): number[][] {
  const count = Math.ceil(values.length / size);
  return Array.from({ length: count }, (_, group) =>
    values.slice(group * size, (group + 1) * size).filter((value) => value !== null),
  );
}
