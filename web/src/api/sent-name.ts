import { joinNames } from "../lib/text/join-names";
import type { SentMessage } from "./chat";

/** The name to show with a sent message: the staff member's, or that of the accounts that sent it as the bot. */
export function sentName({ speaker, author_name: author, receipts }: SentMessage): string {
  if (speaker === "me") return author;
  const accounts = [...new Set(receipts.flatMap(({ account_name: name }) => (name ? [name] : [])))];
  return accounts.length > 0 ? joinNames(accounts) : author;
}
