import { useEffect, useState, useSyncExternalStore } from "react";
import type { ChatSource } from "./chat-source";
import { type ChatSnapshot, ChatStore } from "./chat-store";

/** One store for as long as the screen shows one channel; give the screen the channel's id as its key. */
export function useChatStore(makeSource: () => ChatSource): ChatStore {
  const [store] = useState(() => new ChatStore(makeSource()));
  useEffect(() => store.start(), [store]);
  return store;
}

/** What the store holds now; whoever asks is drawn again with every batch of lines. */
export function useChatSnapshot(store: ChatStore): ChatSnapshot {
  return useSyncExternalStore(store.subscribe, store.current);
}
