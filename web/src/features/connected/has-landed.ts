const RESULTS = ["user_provider_id", "channel_provider_id", "system_bot_provider"];

/** Whether the address tells of a connection: without it somebody typed it by hand. */
export function hasLanded(hash: string): boolean {
  const told = new URLSearchParams(hash.replace(/^#/, ""));
  return RESULTS.some((name) => Boolean(told.get(name)));
}
