import { type RefObject, useState } from "react";
import { flushSync } from "react-dom";
import { type ChatLine, lineKey } from "../../../api/chat";
import type { ChatStore } from "../store/chat-store";
import { NO_SEARCH } from "./search-fields";

/** State of the chat search; the query is kept while the search is closed. */
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
      // Keyboard users continue in the list of messages.
      chat.current?.querySelector<HTMLElement>('[role="log"]')?.focus({ preventScroll: true });
      const key = lineKey(line);
      setIsOpen(staysOpen);
      setShownKey(key);
      // The list scrolls only when its target changes, so the target is cleared for a second jump to the same message.
      flushSync(() => store.clearTarget());
      void store.jumpTo(line, key);
    },
  };
}
