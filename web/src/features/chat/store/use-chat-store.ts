import { useEffect, useState, useSyncExternalStore } from "react";
import type { ChatSource } from "./chat-source";
import { type ChatSnapshot, ChatStore } from "./chat-store";

/** One store per mounted screen; give the screen the channel id as its key. */
export function useChatStore(makeSource: () => ChatSource): ChatStore {
  const [store] = useState(() => new ChatStore(makeSource()));
  useEffect(() => store.start(), [store]);
  return store;
}

/** Current state; the caller rerenders with every batch of events. */
export function useChatSnapshot(store: ChatStore): ChatSnapshot {
  return useSyncExternalStore(store.subscribe, store.current);
}
