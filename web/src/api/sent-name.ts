import { joinNames } from "../lib/text/join-names";
import type { SentMessage } from "./chat";

/** The name to show with a sent message: its author; for a message sent as the bot, the accounts that have sent it. */
export function sentName({ speaker, author_name: author, receipts }: SentMessage): string {
  if (speaker === "me") return author;
  const accounts = [...new Set(receipts.flatMap(({ account_name: name }) => (name ? [name] : [])))];
  return accounts.length > 0 ? joinNames(accounts) : author;
}
