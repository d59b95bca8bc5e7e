import { usePlatforms } from "../../../api/platforms";
import type { ChannelProvider, UserProvider } from "../../../api/types";
import { useSaveSettings, useSettings } from "../../../session/settings";
import { type Speaker, type Target, targetsOf } from "./targets";

interface SavedTargets {
  off: string[];
  speaker: Speaker | null;
}

export interface ComposerTargets {
  targets: Target[];
  speaker: Speaker;
  select: (id: string, isSelected: boolean) => void;
  sendAs: (speaker: Speaker) => void;
}

/** The composer's chats, and whether the user or the bot sends; both choices are saved per user and channel. */
export function useComposerTargets(
  channelId: string,
  providers: readonly ChannelProvider[],
  accounts: readonly UserProvider[],
): ComposerTargets {
  const platforms = usePlatforms();
  const settings = useSettings().data;
  const save = useSaveSettings();
  const key = `composer.${channelId}`;
  const { off, speaker: saved } = readSavedTargets(settings?.[key]);
  const options = { providers, platforms, accounts, off };
  const speaker = saved ?? defaultSpeaker(targetsOf({ ...options, speaker: "me" }));
  return {
    targets: targetsOf({ ...options, speaker }),
    speaker,
    select: (id, isSelected) => {
      // Ids of disconnected accounts are dropped; otherwise the list would grow forever.
      const others = off.filter((other) => other !== id && providers.some((provider) => provider.id === other));
      save.mutate({ [key]: { off: isSelected ? others : [...others, id], speaker: saved } });
    },
    sendAs: (next) => save.mutate({ [key]: { off, speaker: next } }),
  };
}

/** The bot if the user has no account to send with, else the user. */
function defaultSpeaker(ownTargets: readonly Target[]): Speaker {
  return ownTargets.some(({ lockedBecause }) => lockedBecause === null) ? "me" : "bot";
}

/** Reads the saved value, which another version of Greenroom or a client of the API may have written. */
export function readSavedTargets(value: unknown): SavedTargets {
  const { off, speaker } = typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  return {
    off: Array.isArray(off) ? off.filter((id) => typeof id === "string") : [],
    speaker: speaker === "me" || speaker === "bot" ? speaker : null,
  };
}
