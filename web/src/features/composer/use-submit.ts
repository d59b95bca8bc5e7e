import { useRef, useState } from "react";
import type { ChatLine } from "../../api/chat";
import { isVisible } from "../../lib/text/visible";
import { makeUuid } from "../../lib/uuid";
import type { SendIn } from "./composer.queries";
import type { Person } from "./person";
import type { SentHistory } from "./sent-history";
import { isSlashCommand } from "./slash/load-slash";
import type { SlashTargets } from "./slash/slash-targets";
import { type Message, type RunnableCommand, useSubmitCommand } from "./slash/use-submit-command";
import { sendProblem, targetsFor } from "./targets/reply-targets";
import type { ComposerTargets } from "./targets/use-composer-targets";
import type { Draft } from "./use-draft";
import type { Picked } from "./use-picked";

const DOUBLE_PRESS_MS = 600;

interface Options {
  draft: Draft;
  delivery: ComposerTargets;
  replyTo: ChatLine | null;
  picked: Picked;
  history: SentHistory;
  canRaid: boolean;
  ownConnections: ReadonlySet<string>;
  send: (message: SendIn) => Promise<unknown>;
  runSlashCommand: (command: RunnableCommand, picked: Person | null, where: SlashTargets) => Promise<string | null>;
  onReplyDone: () => void;
}

/** Sends the text or runs its slash command; an error is shown until the text changes. */
export function useSubmit(options: Options) {
  const { draft, delivery, replyTo, history, send, onReplyDone } = options;
  const [problem, setProblem] = useState<string | null>(null);
  const assignId = useMessageId();
  const pressedAt = useRef(Number.NEGATIVE_INFINITY);

  const sendMessage = (typed: string, message: Message) => {
    const { id, onSent } = assignId(message);
    history.add(typed);
    draft.setText("");
    onReplyDone();
    // A text that failed returns to the field; if the user has started a new text, the up arrow recalls the failed one.
    void send({ id, ...message }).then(onSent, () => restoreText(draft, typed));
  };
  const submitCommand = useSubmitCommand({ ...options, sendMessage, onProblem: setProblem });

  /** `at` is the time stamp of the event, because a busy machine may handle the event later. */
  const submit = (toAll: boolean, at: number) => {
    const text = isVisible(draft.text) ? draft.text.trim() : "";
    // The first of two quick presses has emptied the field.
    if (!text && at - pressedAt.current < DOUBLE_PRESS_MS) return draft.field.current?.focus();
    if (!text) return setProblem("Enter a message");
    pressedAt.current = at;
    if (isSlashCommand(text)) return void submitCommand(text, toAll);
    const targets = targetsFor(delivery.targets, replyTo, toAll);
    const error = sendProblem(text, delivery.targets, targets, replyTo);
    if (error !== null) return setProblem(error);
    sendMessage(text, {
      text,
      kind: "message",
      targets: targets.map(({ id }) => id),
      speaker: delivery.speaker,
      ...(replyTo && { reply_to: { connection_id: replyTo.connection_id, message_id: replyTo.message_id } }),
    });
  };
  return { submit, problem, clearProblem: () => setProblem(null) };
}

/** Puts the text back if the field is still on the screen and the draft is empty. */
function restoreText({ field, latest, setText }: Draft, text: string): void {
  // The field's own value may not be emptied yet when the request fails.
  if (field.current && latest() === "") setText(text);
}

/** Returns a function that gives a message its id; a retry keeps the id, so that nothing is sent twice. */
function useMessageId() {
  const unsent = useRef(new Map<string, string>());
  return (message: Message) => {
    const content = JSON.stringify(message);
    const id = unsent.current.get(content) ?? makeUuid();
    unsent.current.set(content, id);
    return { id, onSent: () => void unsent.current.delete(content) };
  };
}
