import type { ChatLine } from "../../api/chat";
import type { Person } from "../../features/composer/person";

/** The author of a line, for the composer's menus; empty for a line without author. */
export function linePerson({ provider, author, connection_id, message_id }: ChatLine): Person[] {
  if (!author) return [];
  const { id, login, name, colour } = author;
  return [{ provider, id, login, name, colour, connection_id, message_id }];
}
