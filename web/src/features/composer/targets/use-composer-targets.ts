import { usePlatforms } from "../../../api/platforms";
import type { ChannelProvider, UserProvider } from "../../../api/types";
import { useSaveSettings, useSettings } from "../../../session/settings";
import { type SpeakerKind, type Target, targetsOf } from "./targets";

interface Remembered {
  off: string[];
  speaker: SpeakerKind | null;
}

export interface Desk {
  targets: Target[];
  speaker: SpeakerKind;
  choose: (id: string, isChosen: boolean) => void;
  speakAs: (speaker: SpeakerKind) => void;
}

/** Where messages go and in whose name; remembered for each person and channel. */
export function useDesk(
  channelId: string,
  providers: readonly ChannelProvider[],
  accounts: readonly UserProvider[],
): Desk {
  const platforms = usePlatforms();
  const settings = useSettings().data;
  const save = useSaveSettings();
  const key = `composer.${channelId}`;
  const { off, speaker: chosen } = readRemembered(settings?.[key]);
  const given = { providers, platforms, accounts, off };
  const speaker = chosen ?? defaultSpeaker(targetsOf({ ...given, speaker: "me" }));
  return {
    targets: targetsOf({ ...given, speaker }),
    speaker,
    choose: (id, isChosen) => {
      // Only what is still connected is kept, or the list would grow for good.
      const others = off.filter((other) => other !== id && providers.some((provider) => provider.id === other));
      save.mutate({ [key]: { off: isChosen ? others : [...others, id], speaker: chosen } });
    },
    speakAs: (next) => save.mutate({ [key]: { off, speaker: next } }),
  };
}

/** Whoever has no account to write with would find every chat locked: then it is the bot. */
function defaultSpeaker(asMyself: readonly Target[]): SpeakerKind {
  return asMyself.some(({ lock }) => lock === null) ? "me" : "bot";
}

/** What stands in the settings may come from another version, or from somebody's own call. */
export function readRemembered(value: unknown): Remembered {
  const { off, speaker } = typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  return {
    off: Array.isArray(off) ? off.filter((id) => typeof id === "string") : [],
    speaker: speaker === "me" || speaker === "bot" ? speaker : null,
  };
}
