const MICROS = 1_000_000;
const MAX_DOLLARS = 1_000_000;

/** Millionths of a US dollar as an amount, such as "0.01" or "4.99". */
export function formatDollars(micros: number): string {
  const text = (micros / MICROS).toFixed(6);
  return text.replace(/0{1,4}$/, "");
}

/** Millionths of a US dollar; null unless the text is 0 to 1,000,000 with at most six decimals. */
export function parseDollars(text: string): number | null {
  if (!/^\d{1,7}(\.\d{0,6})?$|^\.\d{1,6}$/.test(text.trim())) return null;
  const dollars = Number(text);
  return dollars <= MAX_DOLLARS ? Math.round(dollars * MICROS) : null;
}
