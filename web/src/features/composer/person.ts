/** A viewer who can be mentioned or moderated. */
export interface Person {
  provider: string;
  id: string;
  login: string;
  name: string;
  colour: string;
  /** Id of the connection of their latest message; left out if not known. */
  connection_id?: string;
  /** Id of their latest message on the platform; left out if not known. */
  message_id?: string;
}
