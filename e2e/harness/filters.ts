import { expect, type Page } from "@playwright/test";
import type { Rehearsal } from "./rehearsal.ts";
import type { Session } from "./session.ts";
import { POLL_INTERVALS } from "./times.ts";

type Line = { line: { message_id: string; text: string; author?: { name: string } }; removal: { how: string } | null };

export const editor = (page: Page) => page.getByRole("region", { name: /^Filter / });
export const listRow = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("link", { name }) });

/** Creates a channel that is connected to Twitch. */
export async function createConnectedChannel(juno: Session): Promise<string> {
  const channelId = await juno.createChannel("Night Shift");
  await juno.connectPlatform(channelId);
  const state = async () => {
    const [provider] = await juno.get<{ connection: { state: string } }[]>(`/channels/${channelId}/providers`);
    return provider?.connection.state;
  };
  await expect.poll(state, { intervals: POLL_INTERVALS }).toBe("connected");
  return channelId;
}

export async function lineOf(juno: Session, channelId: string, text: string): Promise<Line | undefined> {
  const { records } = await juno.get<{ records: Line[] }>(`/channels/${channelId}/chat-messages?limit=200`);
  return records.find(({ line }) => line.text === text);
}

export const sendOnTwitch = (control: Rehearsal, text: string, viewer = "marekfixes") =>
  control.post("/twitch/say", { login: "junoplays", viewer, text });

export const makeFilter = (juno: Session, channelId: string, filter: Record<string, unknown>) =>
  juno.post<{ id: string }>(`/channels/${channelId}/filters`, filter);

/** Settings of a filter with these banned phrases. */
export const bannedPhrases = (...texts: string[]) => ({ terms: texts.map((text) => ({ kind: "phrase", text })) });
