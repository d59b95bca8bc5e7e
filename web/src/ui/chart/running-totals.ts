/** Each row with all rows before it added: where its bar ends when they stand on each other. */
export function runningTotals(rows: readonly (readonly number[])[]): number[][] {
  const below: number[] = [];
  return rows.map((row) =>
    row.map((value, place) => {
      below[place] = (below[place] ?? 0) + value;
      return below[place];
    }),
  );
}
