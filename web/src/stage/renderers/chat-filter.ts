import type { ChatLine, LineAuthor } from "../../api/chat";
import type { SettingsOf } from "../stage-types";

// Levels of roles, as on the server.
const MOD = 7;
const VIP = 2;
const SUB = 1;

function levelOf(author: LineAuthor): number {
  if (author.is_broadcaster || author.is_moderator) return MOD;
  if (author.is_vip) return VIP;
  return author.is_subscriber ? SUB : 0;
}

/** Returns a function that says whether a chat widget with these settings shows a line. */
export function lineFilter(settings: SettingsOf["chat"], prefix: string): (line: ChatLine) => boolean {
  const hidden = new Set(settings.hidden_viewers.map((name) => name.toLowerCase()));
  const providers = new Set<string>(settings.providers);
  return (line) => {
    if (providers.size > 0 && !providers.has(line.provider)) return false;
    if (line.kind === "notice") return settings.has_notices && settings.min_level === 0;
    const { author } = line;
    if (!author) return false;
    if (settings.hides_commands && line.text.trimStart().startsWith(prefix)) return false;
    if (settings.hides_bots && author.is_bot) return false;
    if (hidden.has(author.name.toLowerCase()) || hidden.has(author.login.toLowerCase())) return false;
    return levelOf(author) >= settings.min_level;
  };
}
