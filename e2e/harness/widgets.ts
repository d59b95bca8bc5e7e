import type { Page } from "@playwright/test";
import type { Rehearsal } from "./rehearsal.ts";
import type { Session } from "./session.ts";

type Json = Record<string, unknown>;
export type WidgetSetup = { page: Page; juno: Session; control: Rehearsal; channelId: string };
export type Widget = { id: string; name: string; settings: Json; css: string };

export function createWidget({ juno, channelId }: WidgetSetup, type: string, settings: Json, more: Json = {}) {
  const body = { name: `My ${type}`, type, settings, ...more };
  return juno.post<Widget>(`/channels/${channelId}/widgets`, body);
}

/** Opens the widget's page, as OBS does. */
export async function openWidget({ page, juno, channelId }: WidgetSetup, { id }: Widget): Promise<void> {
  const { path } = await juno.get<{ path: string }>(`/channels/${channelId}/widgets/${id}/key`);
  await page.goto(path);
}
