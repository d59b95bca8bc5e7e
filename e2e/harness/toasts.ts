import { expect, type Page } from "@playwright/test";

type Seen = { text: string; tone: string; shownAt: number; goneAt: number | null };

declare global {
  interface Window {
    seenToasts: Seen[];
  }
}

/** Writes down when each toast came and went, by the page's own clock; call it before the page loads. */
export async function watchToasts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const known = new Map<Element, Seen>();
    window.seenToasts = [];
    const look = () => {
      for (const card of document.querySelectorAll('section[aria-label="Notifications"] > [data-tone]')) {
        // Its button may go before it does.
        const words = [...card.children].filter(({ tagName }) => tagName !== "BUTTON");
        const text = words.map(({ textContent }) => textContent).join("");
        const tone = card.getAttribute("data-tone") ?? "";
        const before = known.get(card);
        if (before?.text === text) continue;
        if (before) before.goneAt = performance.now();
        const seen = { text, tone, shownAt: performance.now(), goneAt: null };
        known.set(card, seen);
        window.seenToasts.push(seen);
      }
      for (const [card, seen] of known) {
        if (!card.isConnected) seen.goneAt ??= performance.now();
      }
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  });
}

/** Waits until a toast has come and gone, and returns how long it was there. */
export async function lifetimeOf(page: Page, text: string): Promise<{ tone: string; milliseconds: number }> {
  const find = () => page.evaluate((wanted) => window.seenToasts.find((toast) => toast.text.includes(wanted)), text);
  await expect
    .poll(async () => (await find())?.goneAt ?? null, { timeout: 9_000, message: `toast "${text}"` })
    .not.toBeNull();
  const seen = await find();
  if (!seen || seen.goneAt === null) throw new Error(`no toast "${text}"`);
  return { tone: seen.tone, milliseconds: seen.goneAt - seen.shownAt };
}
