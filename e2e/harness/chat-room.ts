import { expect, type Page } from "@playwright/test";
import type { Control } from "./control.ts";
import type { Session } from "./session.ts";
import { OFTEN } from "./times.ts";

export const STREAMING = ["twitch", "youtube", "kick", "tiktok"];

export type StoredLine = {
  line: { connection_id: string; message_id: string; text: string; provider: string; sent_at: string };
  removal: { how: string } | null;
};

export const chatLog = (page: Page) => page.getByRole("log", { name: "Chat" });
export const chatRows = (page: Page) => chatLog(page).locator("[data-key]");
export const chatRow = (page: Page, text: string | RegExp) => chatRows(page).filter({ hasText: text });
/** The row in which exactly this was written: "line 1" is not "line 10". */
export const exactRow = (page: Page, text: string) =>
  chatRows(page).filter({ has: page.getByText(text, { exact: true }) });

type Spoken = { seq: number; message_id: string };

/** Somebody writes on a platform, in junoplays' chat. */
export function say(control: Control, provider: string, text: string, more: Record<string, unknown> = {}) {
  return control.post<Spoken>(`/${provider}/say`, { login: "junoplays", text, ...more });
}

/** A channel that is live on these platforms, all of them heard. */
export async function goOnAir(juno: Session, control: Control, providers = STREAMING): Promise<string> {
  const channelId = await juno.createChannel("Night Shift");
  for (const provider of providers) {
    await control.post(`/${provider}/go-live`, { login: "junoplays" });
    if (provider === "tiktok") await juno.connectHandle(channelId);
    else await juno.connectPlatform(channelId, "junoplays", provider);
  }
  const states = async () => {
    const accounts = await juno.get<{ connection: { state: string } }[]>(`/channels/${channelId}/providers`);
    return accounts.map(({ connection }) => connection.state);
  };
  await expect.poll(states, { timeout: 20_000, intervals: OFTEN }).toEqual(providers.map(() => "connected"));
  return channelId;
}

/** The same, with its chat on the screen. */
export async function openChat(page: Page, juno: Session, control: Control, providers = STREAMING): Promise<string> {
  const channelId = await goOnAir(juno, control, providers);
  await page.goto(`/channels/${channelId}/chat`);
  return channelId;
}

export async function storedLines(session: Session, channelId: string, query = ""): Promise<StoredLine[]> {
  const page = await session.get<{ records: StoredLine[] }>(`/channels/${channelId}/chat-messages?limit=200${query}`);
  return page.records;
}

/** Waits until the server has stored as many lines. */
export async function untilStored(session: Session, channelId: string, count: number): Promise<void> {
  const stored = async () => (await storedLines(session, channelId)).length;
  await expect.poll(stored, { timeout: 20_000, intervals: OFTEN }).toBe(count);
}

/** The keys of the rows on the screen, from top to bottom. */
export function keysOnScreen(page: Page): Promise<string[]> {
  return chatLog(page).evaluate((log) => {
    const rows = [...log.querySelectorAll<HTMLElement>("[data-key]")];
    const places = rows.map((row) => ({ key: row.dataset["key"] ?? "", top: row.getBoundingClientRect().top }));
    return places.toSorted((one, other) => one.top - other.top).map(({ key }) => key);
  });
}

/**
 * The keys of all rows that the list holds, gathered by scrolling up from its end until there are enough; rows on two
 * pictures count once.
 */
export async function keysInList(page: Page, enough = Number.POSITIVE_INFINITY): Promise<string[]> {
  const seen: string[] = [];
  for (let turn = 0; turn < 200; turn += 1) {
    const keys = await keysOnScreen(page);
    seen.unshift(...keys.filter((key) => !seen.includes(key)));
    const isTop = await chatLog(page).evaluate(async (log) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const before = log.scrollTop;
      log.dispatchEvent(new WheelEvent("wheel", { deltaY: -100, bubbles: true }));
      log.scrollTop -= log.clientHeight / 2;
      // Rows come a little after the place where they belong; whoever goes on before would miss them.
      const isBare = () => {
        const tops = [...log.querySelectorAll("[data-key]")].map((row) => row.getBoundingClientRect().top);
        return log.scrollTop > 0 && Math.min(...tops) > log.getBoundingClientRect().top;
      };
      await frame();
      do await frame();
      while (isBare());
      return before === 0 && log.scrollTop === 0;
    });
    if (isTop || seen.length >= enough) return seen;
  }
  return seen;
}
