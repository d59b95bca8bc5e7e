import { useRef, useState } from "react";
import type { ChatLine } from "../../api/chat";
import { useGate } from "../../lib/press-gate";
import { isVisible } from "../../lib/text/visible";
import { makeUuid } from "../../lib/uuid";
import type { SendIn } from "./composer.queries";
import type { Person } from "./person";
import type { SentHistory } from "./sent-history";
import { isSlashCommand, parseSlashCommand, type SlashCommand } from "./slash/slash-commands";
import { sendProblem, targetsFor } from "./targets/reply-targets";
import type { Target } from "./targets/targets";
import type { ComposerTargets } from "./targets/use-composer-targets";
import type { Draft } from "./use-draft";

const DOUBLE_CLICK_MS = 600;

type Message = Omit<SendIn, "id">;

interface Options {
  draft: Draft;
  delivery: ComposerTargets;
  replyTo: ChatLine | null;
  picked: Person | null;
  history: SentHistory;
  send: (message: SendIn) => Promise<unknown>;
  runSlashCommand: (command: SlashCommand, picked: Person | null) => Promise<string | null>;
  onReplyDone: () => void;
}

/** Sends the text or runs its slash command; an error is shown until the text changes. */
export function useSubmit(options: Options) {
  const { draft, delivery, replyTo, picked, history, send, runSlashCommand, onReplyDone } = options;
  const [problem, setProblem] = useState<string | null>(null);
  const identify = useIdentity();
  const gate = useGate();
  const sentAt = useRef(Number.NEGATIVE_INFINITY);

  const sendMessage = (text: string, targets: readonly Target[]) => {
    const message: Message = {
      text,
      targets: targets.map(({ id }) => id),
      speaker: delivery.speaker,
      ...(replyTo && { reply_to: { connection_id: replyTo.connection_id, message_id: replyTo.message_id } }),
    };
    const { id, onSent } = identify(message);
    history.add(text);
    draft.setText("");
    sentAt.current = Date.now();
    onReplyDone();
    // A failed text returns to the field unless a new one was started; the up arrow recalls it then.
    void send({ id, ...message }).then(onSent, () => restoreText(draft, text));
  };

  const runCommand = async (text: string, command: SlashCommand) => {
    if (!gate.enter()) return;
    try {
      const error = await runSlashCommand(command, picked);
      setProblem(error);
      if (error !== null) return;
      history.add(text);
      if (draft.latest().trim() === text) draft.setText("");
    } catch {
      // The failed request has shown a toast; the text stays in the field for a retry.
    } finally {
      gate.open();
    }
  };

  const submit = (toAll: boolean) => {
    const text = isVisible(draft.text) ? draft.text.trim() : "";
    // The second click of a double-click finds an empty field.
    if (!text && Date.now() - sentAt.current < DOUBLE_CLICK_MS) return draft.field.current?.focus();
    if (!text) return setProblem("Enter a message");
    if (isSlashCommand(text)) {
      const parsed = parseSlashCommand(text);
      return "problem" in parsed ? setProblem(parsed.problem) : void runCommand(text, parsed.command);
    }
    const targets = targetsFor(delivery.targets, replyTo, toAll);
    const error = sendProblem(text, delivery.targets, targets, replyTo);
    return error === null ? sendMessage(text, targets) : setProblem(error);
  };
  return { submit, problem, clearProblem: () => setProblem(null) };
}

function restoreText({ field, setText }: Draft, text: string): void {
  if (field.current?.value === "") setText(text);
}

/** A retried message keeps its id, so that one whose response was lost is not sent twice. */
function useIdentity() {
  const unsent = useRef(new Map<string, string>());
  return (message: Message) => {
    const content = JSON.stringify(message);
    const id = unsent.current.get(content) ?? makeUuid();
    unsent.current.set(content, id);
    return { id, onSent: () => void unsent.current.delete(content) };
  };
}
