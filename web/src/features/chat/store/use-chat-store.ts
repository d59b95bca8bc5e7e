import { useEffect, useState, useSyncExternalStore } from "react";
import type { ChatSource } from "./chat-source";
import { type ChatSnapshot, ChatStore } from "./chat-store";

/** Creates one store for the mounted screen, which needs the channel id as its React key. */
export function useChatStore(makeSource: () => ChatSource): ChatStore {
  const [store] = useState(() => new ChatStore(makeSource()));
  useEffect(() => store.start(), [store]);
  return store;
}

/** Current state of the store; the caller rerenders whenever the state changes. */
export function useChatSnapshot(store: ChatStore): ChatSnapshot {
  return useSyncExternalStore(store.subscribe, store.current);
}
