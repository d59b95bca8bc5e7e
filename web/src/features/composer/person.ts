/** A viewer who can be mentioned or moderated. */
export interface Person {
  provider: string;
  id: string;
  login: string;
  name: string;
  colour: string;
  /** The connection of their latest message, and its id. */
  connection_id?: string;
  message_id?: string;
}
