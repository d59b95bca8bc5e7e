import { type RefObject, useState } from "react";
import { flushSync } from "react-dom";
import { type ChatLine, lineKey } from "../../../api/chat";
import type { ChatStore } from "../store/chat-store";
import { NO_SEARCH } from "./search-fields";

/** State of the search, which keeps its query while it is closed. */
export function useSearch(store: ChatStore, chat: RefObject<HTMLElement | null>) {
  const [isOpen, setIsOpen] = useState(false);
  const [fields, onChange] = useState(NO_SEARCH);
  const [shownKey, setShownKey] = useState<string | null>(null);
  const [returnCount, setReturnCount] = useState(0);
  return {
    isOpen,
    fields,
    onChange,
    shownKey,
    returnCount,
    toggle: () => {
      setReturnCount(0);
      setIsOpen(!isOpen);
    },
    onClose: () => setIsOpen(false),
    onBack: () => {
      setReturnCount(returnCount + 1);
      setIsOpen(true);
    },
    onJump: (line: ChatLine, staysOpen: boolean) => {
      // Keyboard users continue from the message they jumped to.
      chat.current?.querySelector<HTMLElement>('[role="log"]')?.focus({ preventScroll: true });
      const key = lineKey(line);
      setIsOpen(staysOpen);
      setShownKey(key);
      // The list scrolls when its target changes: a second jump to the same message needs a change in between.
      flushSync(() => store.clearTarget());
      void store.jumpTo(line, key);
    },
  };
}
