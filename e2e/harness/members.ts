import type { Session } from "./session.ts";

/** Adds a user to a channel; level 7 is a moderator, 100 an editor. */
export async function invite(juno: Session, channelId: string, guest: Session, level: number): Promise<void> {
  const body = { level, expires_in_seconds: 3_600 };
  const { link } = await juno.post<{ link: string }>(`/channels/${channelId}/invites`, body);
  await guest.acceptInvite(link);
}

/** Creates a channel with a second member; returns its id. */
export async function createSharedChannel(juno: Session, guest: Session, level: number): Promise<string> {
  const channelId = await juno.createChannel("Night Shift");
  await invite(juno, channelId, guest, level);
  return channelId;
}
