import type { ChatLine } from "../../api/chat";
import type { Person } from "../../features/composer/person";

/** Whoever said a line, as the composer's menus want them. */
export function personOf({ provider, author, connection_id, message_id }: ChatLine): Person[] {
  if (!author) return [];
  const { id, login, name, colour } = author;
  return [{ provider, id, login, name, colour, connection_id, message_id }];
}
