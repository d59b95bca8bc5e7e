import { expect, type Page } from "@playwright/test";
import type { Rehearsal } from "./rehearsal.ts";
import type { Session } from "./session.ts";
import { POLL_INTERVALS } from "./times.ts";

export const STREAM_PLATFORMS = ["twitch", "youtube", "kick", "tiktok"];

export type StoredLine = {
  line: { connection_id: string; message_id: string; text: string; provider: string; sent_at: string };
  removal: { how: string } | null;
};

export const chatLog = (page: Page) => page.getByRole("log", { name: "Chat" });
export const chatRows = (page: Page) => chatLog(page).locator("[data-key]");
export const chatRow = (page: Page, text: string | RegExp) => chatRows(page).filter({ hasText: text });
/** The row that has exactly this text: "line 1" does not match "line 10". */
export const exactRow = (page: Page, text: string) =>
  chatRows(page).filter({ has: page.getByText(text, { exact: true }) });

type SentMessage = { seq: number; message_id: string };

/** Sends a viewer's message to junoplays' chat on a platform. */
export function sendMessage(control: Rehearsal, provider: string, text: string, more: Record<string, unknown> = {}) {
  return control.post<SentMessage>(`/${provider}/say`, { login: "junoplays", text, ...more });
}

/** Creates a channel that is live and connected on these platforms; returns its id. */
export async function createLiveChannel(juno: Session, control: Rehearsal, providers = STREAM_PLATFORMS) {
  const channelId = await juno.createChannel("Night Shift");
  for (const provider of providers) {
    await control.post(`/${provider}/go-live`, { login: "junoplays" });
    if (provider === "tiktok") await connectProvenHandle(juno, control, channelId);
    else await juno.connectPlatform(channelId, "junoplays", provider);
  }
  const states = async () => {
    const accounts = await juno.get<{ connection: { state: string } }[]>(`/channels/${channelId}/providers`);
    return accounts.map(({ connection }) => connection.state);
  };
  await expect.poll(states, { intervals: POLL_INTERVALS }).toEqual(providers.map(() => "connected"));
  return channelId;
}

/** Connects junoplays' TikTok handle and proves it with the code, because public pages show only proven handles. */
async function connectProvenHandle(juno: Session, control: Rehearsal, channelId: string): Promise<void> {
  const { id, proof_code: text } = await juno.connectHandle(channelId);
  await control.post("/tiktok/biography", { login: "junoplays", text });
  await juno.post(`/channels/${channelId}/providers/${id}/proof`, {});
}

/** Creates a live channel and opens its chat screen; returns the id of the channel. */
export async function openChat(page: Page, juno: Session, control: Rehearsal, providers = STREAM_PLATFORMS) {
  const channelId = await createLiveChannel(juno, control, providers);
  await page.goto(`/channels/${channelId}/chat`);
  return channelId;
}

export async function storedLines(session: Session, channelId: string, query = ""): Promise<StoredLine[]> {
  const page = await session.get<{ records: StoredLine[] }>(`/channels/${channelId}/chat-messages?limit=200${query}`);
  return page.records;
}

export async function waitUntilStored(session: Session, channelId: string, count: number): Promise<void> {
  const stored = async () => (await storedLines(session, channelId)).length;
  await expect.poll(stored, { intervals: POLL_INTERVALS }).toBe(count);
}

/** The keys of the rows on the screen, from top to bottom. */
export function keysOnScreen(page: Page): Promise<string[]> {
  return chatLog(page).evaluate((log) => {
    const rows = [...log.querySelectorAll<HTMLElement>("[data-key]")];
    const positions = rows.map((row) => ({ key: row.dataset["key"] ?? "", top: row.getBoundingClientRect().top }));
    return positions.toSorted((one, other) => one.top - other.top).map(({ key }) => key);
  });
}

/** Scrolls the list up by half its height and waits until rows are drawn there; true if there was nothing above. */
async function scrollUp(log: HTMLElement): Promise<boolean> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const isFollowing = () => log.dataset["following"] !== undefined;
  const [wasFollowing, before] = [isFollowing(), log.scrollTop];
  log.dispatchEvent(new WheelEvent("wheel", { deltaY: -100, bubbles: true }));
  log.scrollTop -= log.clientHeight / 2;
  // Pixels above the first row, where the list shows that older messages are loading.
  const heightAboveRows = 36;
  const isDrawn = () => {
    const tops = [...log.querySelectorAll("[data-key]")].map((row) => row.getBoundingClientRect().top);
    const above = Math.min(...tops) - log.getBoundingClientRect().top;
    return log.scrollTop <= 0 || above <= 0 || above + log.scrollTop <= heightAboveRows;
  };
  const isLoaded = () => log.scrollTop > 0 || !log.querySelector('[aria-label="Loading older messages"]');
  await frame();
  do await frame();
  while (!isDrawn() || !isLoaded());
  const isComplete = !wasFollowing || (isFollowing() && log.scrollHeight <= log.clientHeight);
  return isComplete && before === 0 && log.scrollTop === 0;
}

/** Keys of the rows in the list, collected by scrolling up to the top, or until `enough` keys are found. */
export async function keysInList(page: Page, enough = Number.POSITIVE_INFINITY): Promise<string[]> {
  const seen: string[] = [];
  let shown = await keysOnScreen(page);
  for (let step = 0; step < 300; step += 1) {
    seen.unshift(...shown.filter((key) => !seen.includes(key)));
    const isTop = await chatLog(page).evaluate(scrollUp);
    if (isTop || seen.length >= enough) return seen;
    shown = await keysAbove(page, shown);
  }
  return seen;
}

/** The keys on the screen once the list has scrolled to its place: for some frames it may show rows far away. */
async function keysAbove(page: Page, before: readonly string[]): Promise<string[]> {
  let shown: string[] = [];
  const isNear = async () => {
    shown = await keysOnScreen(page);
    return shown.some((key) => before.includes(key));
  };
  await expect.poll(isNear, { intervals: POLL_INTERVALS }).toBe(true);
  return shown;
}
