import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { moveItem } from "../../../lib/move-item";
import { useFocusAfterRender } from "../../../ui/focus/use-focus-after-render";
import type { TimerMessage } from "../timers";
import { EMPTY_MESSAGE, type FormProps } from "./draft";
import { dropPosition } from "./reorder";

export interface MessageList {
  /** The list element, whose children are the messages. */
  list: RefObject<HTMLOListElement | null>;
  /** Stable React keys of the messages. */
  keys: readonly number[];
  /** Index of the previewed message. */
  active: number;
  /** Screen reader announcement of the last move. */
  announcement: string;
  setActive: (index: number) => void;
  add: () => void;
  remove: (index: number) => void;
  set: (index: number, part: Partial<TimerMessage>) => void;
  move: (from: number, to: number) => void;
  /** Starts dragging a message with the pointer. */
  drag: (index: number) => void;
}

/** Reorderable messages of a timer; each keeps its React key when it moves. */
export function useMessageList({ draft, change }: FormProps): MessageList {
  const { messages } = draft;
  const list = useRef<HTMLOListElement>(null);
  const [keys, setKeys] = useKeys(messages.length);
  const [activeKey, setActiveKey] = useState(0);
  const [announcement, setAnnouncement] = useState("");
  const focus = useFocusAfterRender(list);

  const setMessages = (next: TimerMessage[], nextKeys: number[]) => {
    change({ messages: next });
    setKeys(nextKeys);
  };
  const move = (from: number, to: number) => {
    if (to < 0 || to >= messages.length || to === from) return;
    setMessages(moveItem(messages, from, to), moveItem(keys, from, to));
    setAnnouncement(`Message ${from + 1} is now ${to + 1} of ${messages.length}`);
    // The browser drops the focus of an element that moves in the DOM.
    focus(`[data-handle="${keys[from]}"]`);
  };
  const drag = useDrag(list, keys, move);
  return {
    list,
    keys,
    active: Math.max(0, keys.indexOf(activeKey)),
    announcement,
    setActive: (index) => setActiveKey(keys[index] ?? 0),
    add: () => {
      const key = Math.max(...keys) + 1;
      setMessages([...messages, EMPTY_MESSAGE], [...keys, key]);
      setActiveKey(key);
      focus(`[data-message="${key}"] textarea`);
    },
    remove: (index) => {
      const isOther = (_: unknown, at: number) => at !== index;
      setMessages(messages.filter(isOther), keys.filter(isOther));
      // The focused button is removed with its message, so the focus moves to a neighbour.
      const neighbour = keys[index + 1] ?? keys[index - 1];
      focus(`[data-message="${neighbour}"] textarea`);
    },
    set: (index, part) =>
      change({ messages: messages.map((message, at) => (at === index ? { ...message, ...part } : message)) }),
    move,
    drag,
  };
}

/** Keys that move with the messages; reset when a list of another length is loaded. */
function useKeys(count: number) {
  const [keys, setKeys] = useState(() => Array.from({ length: count }, (_, index) => index));
  if (keys.length === count) return [keys, setKeys] as const;
  const initial = Array.from({ length: count }, (_, index) => index);
  setKeys(initial);
  return [initial, setKeys] as const;
}

/** Returns a function that starts a drag. The drag follows the key of the message, because the index changes. */
function useDrag(list: RefObject<HTMLElement | null>, keys: readonly number[], move: MessageList["move"]) {
  const latest = useRef({ keys, move });
  useLayoutEffect(() => {
    latest.current = { keys, move };
  });
  return (index: number) => {
    const key = keys[index] ?? 0;
    const follow = ({ clientY }: PointerEvent) => {
      const from = latest.current.keys.indexOf(key);
      const cards = [...(list.current?.children ?? [])].map((card) => card.getBoundingClientRect());
      if (from < 0) return;
      const to = dropPosition(
        clientY,
        cards.filter((_, at) => at !== from),
      );
      latest.current.move(from, to);
    };
    const end = () => {
      window.removeEventListener("pointermove", follow);
      window.removeEventListener("pointerup", end);
      window.removeEventListener("pointercancel", end);
    };
    window.addEventListener("pointermove", follow);
    window.addEventListener("pointerup", end);
    window.addEventListener("pointercancel", end);
  };
}
