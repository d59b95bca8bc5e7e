/** An http(s) URL, or null: user input must never become a script. */
export function safeUrl(url: string | undefined): string | null {
  if (!url) return null;
  try {
    const { protocol, href } = new URL(url);
    return protocol === "https:" || protocol === "http:" ? href : null;
  } catch {
    return null;
  }
}
