import { expect, type Page } from "@playwright/test";
import type { Session } from "./session.ts";

/** The editor, and a row of the list. */
export const sheet = (page: Page) => page.getByRole("region", { name: /^Timer/ });
export const row = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("switch", { name: `${name} is on`, exact: true }) });
export const message = (page: Page, number = 1) => sheet(page).getByLabel(`Message ${number}`, { exact: true });

export type StoredTimer = {
  id: string;
  name: string;
  revision: number;
  messages: { text: string; providers: string[]; enabled: boolean }[];
};

/** A timer that says these messages, made without the screen. */
export function makeTimer(
  juno: Session,
  channelId: string,
  name: string,
  texts: string[],
  more: Record<string, unknown> = {},
) {
  const messages = texts.map((text) => ({ text }));
  return juno.post<StoredTimer>(`/channels/${channelId}/timers`, { name, messages, ...more });
}

/** Runs a timer from the menu of its row. */
export async function runNow(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Run now" }).click();
}

/** How many seconds a countdown still shows. */
export async function secondsShown(page: Page, name: string): Promise<number> {
  const text = (await row(page, name).getByRole("timer").textContent()) ?? "";
  const parts = text.split(":").map(Number);
  expect(parts.every((part) => Number.isInteger(part))).toBe(true);
  return parts.reduce((sum, part) => 60 * sum + part, 0);
}
