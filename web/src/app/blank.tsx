/** Shown for the blink between the document and the first screen: anything more would flash. */
export function Blank() {
  return null;
}
