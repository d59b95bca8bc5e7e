/** Running totals per row: the tops of stacked bars. */
export function runningTotals(rows: readonly (readonly number[])[]): number[][] {
  const below: number[] = [];
  return rows.map((row) =>
    row.map((value, place) => {
      below[place] = (below[place] ?? 0) + value;
      return below[place];
    }),
  );
}
