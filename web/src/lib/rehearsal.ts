/** Whether the server uses the rehearsal in place of real platforms. */
export function isRehearsal(): boolean {
  return document.getElementById("greenroom-rehearsal") !== null;
}
