import { useGate } from "../../../lib/press-gate";
import type { SendIn } from "../composer.queries";
import type { Person } from "../person";
import type { SentHistory } from "../sent-history";
import { sendProblem, targetsFor } from "../targets/reply-targets";
import type { ComposerTargets } from "../targets/use-composer-targets";
import type { Draft } from "../use-draft";
import type { Picked } from "../use-picked";
import { loadSlash } from "./load-slash";
import type { SlashModule } from "./slash-module";
import type { SlashTargets } from "./slash-targets";

export type Message = Omit<SendIn, "id">;
type Parsed = Extract<ReturnType<SlashModule["parseSlashCommand"]>, { command: unknown }>["command"];
type TextCommand = Extract<Parsed, { action: "me" | "announce" }>;
export type RunnableCommand = Exclude<Parsed, TextCommand>;

interface Options {
  draft: Draft;
  delivery: ComposerTargets;
  picked: Picked;
  history: SentHistory;
  canRaid: boolean;
  /** Ids of the connections with an account of the user: only there users can announce as themselves. */
  ownConnections: ReadonlySet<string>;
  runSlashCommand: (command: RunnableCommand, picked: Person | null, where: SlashTargets) => Promise<string | null>;
  sendMessage: (typed: string, message: Message) => void;
  onProblem: (problem: string | null) => void;
}

/** Returns a function that runs a slash command, or sends the text of /me and /announce. */
export function useSubmitCommand(options: Options) {
  const { draft, delivery, picked, history, canRaid, runSlashCommand, sendMessage, onProblem } = options;
  const gate = useGate();

  const sendText = (typed: string, { action, text }: TextCommand, where: SlashTargets, slash: SlashModule) => {
    const found = slash.chatsFor(action, where);
    if ("problem" in found) return onProblem(found.problem);
    const error = sendProblem(text, delivery.targets, found.chats, null);
    if (error !== null) return onProblem(error);
    const targets = found.chats.map(({ id }) => id);
    if (action === "me") return sendMessage(typed, { text, kind: "action", targets, speaker: delivery.speaker });
    const isOwn = delivery.speaker === "me" && targets.every((id) => options.ownConnections.has(id));
    sendMessage(typed, { text, kind: "announcement", targets, speaker: isOwn ? "me" : "bot" });
    onProblem(found.reasons.length > 0 ? `Sent only where supported. ${found.reasons.join(" · ")}` : null);
  };

  const run = async (text: string, command: RunnableCommand, where: SlashTargets) => {
    if (!gate.enter()) return;
    try {
      const error = await runSlashCommand(command, picked.person, where);
      onProblem(error);
      if (error !== null) return;
      picked.clear(picked.person);
      history.add(text);
      if (draft.latest().trim() === text) draft.setText("");
    } catch {
      // The failed request has shown a toast; the text stays in the field for a retry.
    } finally {
      gate.open();
    }
  };

  return async (text: string, toAll: boolean): Promise<void> => {
    const where = { targets: targetsFor(delivery.targets, null, toAll), canRaid };
    const slash = await loadSlash().catch(() => null);
    if (slash === null) return onProblem("Couldn't load slash commands. Try again");
    const parsed = slash.parseSlashCommand(text);
    if ("problem" in parsed) return onProblem(parsed.problem);
    return isText(parsed.command) ? sendText(text, parsed.command, where, slash) : run(text, parsed.command, where);
  };
}

function isText(command: Parsed): command is TextCommand {
  return command.action === "me" || command.action === "announce";
}
