/** Somebody who can be mentioned or moderated. */
export interface Person {
  provider: string;
  id: string;
  login: string;
  name: string;
  colour: string;
  /** The chat in which they spoke last, and their newest message there. */
  connection_id?: string;
  message_id?: string;
}
