/** Whether the server uses the rehearsal in place of real platforms; it writes this into the page. */
export function isRehearsal(): boolean {
  return document.getElementById("greenroom-rehearsal") !== null;
}
