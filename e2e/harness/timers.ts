import { expect, type Page } from "@playwright/test";
import type { Session } from "./session.ts";

export const editor = (page: Page) => page.getByRole("region", { name: /^Timer/ });
export const listRow = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("switch", { name: `${name} is on`, exact: true }) });
export const message = (page: Page, number = 1) => editor(page).getByLabel(`Message ${number}`, { exact: true });

export type StoredTimer = {
  id: string;
  name: string;
  revision: number;
  messages: { text: string; providers: string[]; enabled: boolean }[];
};

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

/** Runs a timer from its row menu. */
export async function runNow(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Run now" }).click();
}

/** The remaining seconds in a timer's row. */
export async function secondsShown(page: Page, name: string): Promise<number> {
  const text = (await listRow(page, name).getByRole("timer").textContent()) ?? "";
  const parts = text.replace("in ", "").split(":").map(Number);
  expect(parts.every((part) => Number.isInteger(part))).toBe(true);
  return parts.reduce((sum, part) => 60 * sum + part, 0);
}
