const ID_KEYS = ["user_provider_id", "channel_provider_id", "system_bot_provider"];

/** Whether the address carries a new connection; false if it was typed by hand. */
export function hasConnectionId(hash: string): boolean {
  const params = new URLSearchParams(hash.replace(/^#/, ""));
  return ID_KEYS.some((name) => Boolean(params.get(name)));
}
