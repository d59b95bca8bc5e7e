/** Whether the platforms are played on the server's machine; the page says so. */
export function isRehearsal(): boolean {
  return document.getElementById("greenroom-rehearsal") !== null;
}
