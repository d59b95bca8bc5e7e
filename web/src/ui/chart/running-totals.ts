/** Each row plus the rows before it, value by value: the tops of stacked bars. */
export function runningTotals(rows: readonly (readonly number[])[]): number[][] {
  const below: number[] = [];
  return rows.map((row) =>
    row.map((value, index) => {
      below[index] = (below[index] ?? 0) + value;
      return below[index];
    }),
  );
}
