import { expect, type Page } from "@playwright/test";

type RecordedToast = { text: string; tone: string; shownAt: number; hiddenAt: number | null };

declare global {
  interface Window {
    seenToasts: RecordedToast[];
  }
}

/** Records when each toast appears and disappears, by the page's clock; call it before the page loads. */
export async function watchToasts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const known = new Map<Element, RecordedToast>();
    window.seenToasts = [];
    const record = () => {
      for (const card of document.querySelectorAll('section[aria-label="Notifications"] > [data-tone]')) {
        // The text excludes the button, which may disappear before the toast.
        const texts = [...card.children].filter(({ tagName }) => tagName !== "BUTTON");
        const text = texts.map(({ textContent }) => textContent).join("");
        const tone = card.getAttribute("data-tone") ?? "";
        const previous = known.get(card);
        if (previous?.text === text) continue;
        if (previous) previous.hiddenAt = performance.now();
        const seen = { text, tone, shownAt: performance.now(), hiddenAt: null };
        known.set(card, seen);
        window.seenToasts.push(seen);
      }
      for (const [card, seen] of known) {
        if (!card.isConnected) seen.hiddenAt ??= performance.now();
      }
    };
    new MutationObserver(record).observe(document, { childList: true, subtree: true, characterData: true });
  });
}

/** Waits until the toast with this text has disappeared; returns its tone and how long it was shown. */
export async function measureToast(page: Page, text: string): Promise<{ tone: string; milliseconds: number }> {
  const find = () => page.evaluate((part) => window.seenToasts.find((toast) => toast.text.includes(part)), text);
  await expect
    .poll(async () => (await find())?.hiddenAt ?? null, { timeout: 9_000, message: `toast "${text}"` })
    .not.toBeNull();
  const seen = await find();
  if (!seen || seen.hiddenAt === null) throw new Error(`no toast "${text}"`);
  return { tone: seen.tone, milliseconds: seen.hiddenAt - seen.shownAt };
}
