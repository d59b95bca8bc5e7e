import { useRef, useState } from "react";
import type { ChatLine } from "../../api/chat";
import { useGate } from "../../lib/use-gate";
import { makeUuid } from "../../lib/uuid";
import { isVisible } from "../../lib/text/visible";
import type { SendIn } from "./composer.queries";
import { problemOf } from "./length-labels";
import type { Person } from "./person";
import type { SentHistory } from "./sent-history";
import { isOrder, type Order, parseOrder } from "./slash/slash-commands";
import type { Target } from "./targets/targets";
import type { Desk } from "./targets/use-composer-targets";
import type { Draft } from "./use-draft";

const DOUBLE_CLICK_MS = 600;

type Message = Omit<SendIn, "id">;

interface Given {
  draft: Draft;
  desk: Desk;
  replyTo: ChatLine | null;
  picked: Person | null;
  history: SentHistory;
  send: (message: SendIn) => Promise<unknown>;
  runOrder: (order: Order, picked: Person | null) => Promise<string | null>;
  onReplyDone: () => void;
}

/** What Enter does; what keeps it from being done is said in words until the text changes. */
export function useSubmit(given: Given) {
  const { draft, desk, replyTo, picked, history, send, runOrder, onReplyDone } = given;
  const [problem, setProblem] = useState<string | null>(null);
  const identify = useIdentity();
  const gate = useGate();
  const sentAt = useRef(Number.NEGATIVE_INFINITY);

  const sendMessage = (text: string, targets: readonly Target[]) => {
    const message: Message = {
      text,
      targets: targets.map(({ id }) => id),
      speaker: desk.speaker,
      ...(replyTo && { reply_to: { connection_id: replyTo.connection_id, message_id: replyTo.message_id } }),
    };
    const { id, isKnown } = identify(message);
    history.add(text);
    draft.put("");
    sentAt.current = Date.now();
    onReplyDone();
    // What could not be sent comes back, unless something new is being written: then the arrow key brings it.
    void send({ id, ...message }).then(isKnown, () => putBack(draft, text));
  };

  const carryOut = async (text: string, order: Order) => {
    if (!gate.enter()) return;
    try {
      const refusal = await runOrder(order, picked);
      setProblem(refusal);
      if (refusal !== null) return;
      history.add(text);
      if (draft.latest().trim() === text) draft.put("");
    } catch {
      // The call that failed has told why in a toast; the text stays to be tried again.
    } finally {
      gate.open();
    }
  };

  const submit = (isForAll: boolean) => {
    const text = isVisible(draft.text) ? draft.text.trim() : "";
    // The second click of a double click finds an empty field, and means nothing by it.
    if (!text && Date.now() - sentAt.current < DOUBLE_CLICK_MS) return draft.field.current?.focus();
    if (!text) return setProblem("Write something first");
    if (isOrder(text)) {
      const parsed = parseOrder(text);
      return "problem" in parsed ? setProblem(parsed.problem) : void carryOut(text, parsed.order);
    }
    const targets = wanted(desk.targets, replyTo, isForAll);
    const refusal = problemOf(text, desk.targets, targets);
    return refusal === null ? sendMessage(text, targets) : setProblem(refusal);
  };
  return { submit, problem, forget: () => setProblem(null) };
}

/** Where a message goes: an answer to where it was asked, else to the chosen chats, or to all that can be written to. */
export function wanted(targets: readonly Target[], replyTo: ChatLine | null, isForAll: boolean): Target[] {
  const open = targets.filter(({ lock }) => lock === null);
  if (replyTo)
    return open.filter(({ id }) => id === replyTo.connection_id).map((target) => ({ ...target, isChosen: true }));
  return isForAll ? open.map((target) => ({ ...target, isChosen: true })) : open.filter(({ isChosen }) => isChosen);
}

function putBack({ field, put }: Draft, text: string): void {
  if (field.current?.value === "") put(text);
}

/** The same message tried again has the same id, so that one whose answer was lost is not sent twice. */
function useIdentity() {
  const failed = useRef(new Map<string, string>());
  return (message: Message) => {
    const content = JSON.stringify(message);
    const id = failed.current.get(content) ?? makeUuid();
    failed.current.set(content, id);
    return { id, isKnown: () => void failed.current.delete(content) };
  };
}
