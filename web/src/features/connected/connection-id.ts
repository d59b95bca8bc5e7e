const ID_KEYS = ["user_provider_id", "channel_provider_id", "system_bot_provider"];

/** Whether the URL hash says what was connected; it does not if the user typed the URL. */
export function hasConnectionId(hash: string): boolean {
  const params = new URLSearchParams(hash.replace(/^#/, ""));
  return ID_KEYS.some((name) => Boolean(params.get(name)));
}
