/** The step to which a key moves the cursor of a chart; undefined for other keys and in an empty chart. */
export function nextStep(key: string, step: number | null, length: number): number | undefined {
  const from = step ?? -1;
  const target = {
    ArrowRight: from + 1,
    ArrowLeft: from - 1,
    PageDown: from + 10,
    PageUp: from - 10,
    Home: 0,
    End: length - 1,
  }[key];
  return target === undefined || length === 0 ? undefined : Math.min(Math.max(target, 0), length - 1);
}
