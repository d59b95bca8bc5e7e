import type { components } from "../../../api/schema";

type Announcements = components["schemas"]["AnnouncementsOut"];
type Music = components["schemas"]["MusicOut"];

/** The settings screen of an integration, and the text below its name on the Platforms screen. */
export interface IntegrationUse {
  screen: "announcements" | "song-requests";
  /** Null if the account's name and state are shown instead. */
  line: string | null;
  needsAttention: boolean;
}

export function integrationUse(
  provider: string,
  announcements: Announcements | undefined,
  music: Music | undefined,
): IntegrationUse | null {
  if (provider === announcements?.provider) return announcementUse(announcements);
  if (!music?.providers.includes(provider)) return null;
  return { screen: "song-requests", line: musicLine(provider, music), needsAttention: false };
}

function announcementUse({ problem, place, settings }: Announcements): IntegrationUse {
  const screen = "announcements";
  if (problem) return { screen, line: problem, needsAttention: true };
  if (!place) return { screen, line: null, needsAttention: false };
  const line = settings.enabled ? `Announces streams in ${place.name}` : "Announcements are off";
  return { screen, line, needsAttention: false };
}

function musicLine(provider: string, { provider: connected, playing }: Music): string | null {
  return provider === connected && playing ? `Playing “${playing.title}”` : null;
}
