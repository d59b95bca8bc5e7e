/** An address that may be opened or loaded, or null: what strangers write is never a script. */
export function safeUrl(url: string | undefined): string | null {
  if (!url) return null;
  try {
    const { protocol, href } = new URL(url);
    return protocol === "https:" || protocol === "http:" ? href : null;
  } catch {
    return null;
  }
}
