import { joinNames } from "../lib/text/join-names";
import type { SentMessage } from "./chat";

/** The name to show with a sent message: its author, or the accounts that sent it if it was sent as the bot. */
export function sentName({ speaker, author_name: author, receipts }: SentMessage): string {
  if (speaker === "me") return author;
  const accounts = [...new Set(receipts.flatMap(({ account_name: name }) => (name ? [name] : [])))];
  return accounts.length > 0 ? joinNames(accounts) : author;
}
