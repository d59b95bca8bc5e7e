/** A viewer who can be mentioned or moderated. */
export interface Person {
  provider: string;
  id: string;
  login: string;
  name: string;
  colour: string;
  /** Connection of their latest message. */
  connection_id?: string;
  /** Id of their latest message. */
  message_id?: string;
}
