const MICROS = 1_000_000;
const DOLLARS = /^\d{1,7}(\.\d{1,2})?$/;

export function dollarsText(micros: number): string {
  if (Number.isNaN(micros)) return "";
  const dollars = micros / MICROS;
  return Number.isInteger(dollars) ? String(dollars) : dollars.toFixed(2);
}

/** Reads dollars as millionths of a dollar; NaN if the text is not an amount, 0 if it is empty. */
export function parseDollars(text: string): number {
  const trimmed = text.trim();
  if (trimmed === "") return 0;
  return DOLLARS.test(trimmed) ? Math.round(Number(trimmed) * MICROS) : Number.NaN;
}
