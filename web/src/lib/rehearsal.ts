/** Whether the server uses the rehearsal in place of real platforms; its pages then contain an element with this id. */
export function isRehearsal(): boolean {
  return document.getElementById("greenroom-rehearsal") !== null;
}
