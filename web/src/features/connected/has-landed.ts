const RESULTS = ["user_provider_id", "channel_provider_id", "system_bot_provider"];

/** Whether the address carries a new connection; false if it was typed by hand. */
export function hasLanded(hash: string): boolean {
  const told = new URLSearchParams(hash.replace(/^#/, ""));
  return RESULTS.some((name) => Boolean(told.get(name)));
}
