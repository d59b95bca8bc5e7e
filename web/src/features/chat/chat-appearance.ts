import { useMemo } from "react";
import { type UserSettings, useSaveSettings, useSettings } from "../../session/settings";

/** Display preferences of the chat, saved in the user's settings. */
export interface ChatAppearance {
  fontSize: FontSize;
  hasTimes: boolean;
  hasBadges: boolean;
  hidesBots: boolean;
  showsRemoved: boolean;
  /** Whether the rows are held in place while the pointer is over them. */
  pausesUnderPointer: boolean;
}

export const FONT_SIZES = [12, 13, 14, 16, 18] as const;
export type FontSize = (typeof FONT_SIZES)[number];

export const DEFAULT_APPEARANCE: ChatAppearance = {
  fontSize: 13,
  hasTimes: false,
  hasBadges: true,
  hidesBots: false,
  showsRemoved: true,
  pausesUnderPointer: true,
};

/** Appearance of the public chat, which hides deleted messages. */
export const PUBLIC_APPEARANCE: ChatAppearance = { ...DEFAULT_APPEARANCE, showsRemoved: false };

const SETTINGS_KEY = "chat_look";

/** Reads the saved preferences; unknown values, such as those of another version, become defaults. */
export function readAppearance(settings: UserSettings | undefined): ChatAppearance {
  const saved = settings?.[SETTINGS_KEY];
  if (typeof saved !== "object" || saved === null) return DEFAULT_APPEARANCE;
  const value = (name: keyof ChatAppearance): unknown => Reflect.get(saved, name);
  const flag = (name: Exclude<keyof ChatAppearance, "fontSize">) => {
    const set = value(name);
    return typeof set === "boolean" ? set : DEFAULT_APPEARANCE[name];
  };
  return {
    fontSize: FONT_SIZES.find((size) => size === value("fontSize")) ?? DEFAULT_APPEARANCE.fontSize,
    hasTimes: flag("hasTimes"),
    hasBadges: flag("hasBadges"),
    hidesBots: flag("hidesBots"),
    showsRemoved: flag("showsRemoved"),
    pausesUnderPointer: flag("pausesUnderPointer"),
  };
}

export function useChatAppearance(): [ChatAppearance, (change: Partial<ChatAppearance>) => void] {
  const { data } = useSettings();
  const appearance = useMemo(() => readAppearance(data), [data]);
  const { mutate } = useSaveSettings();
  return [appearance, (change) => mutate({ [SETTINGS_KEY]: { ...appearance, ...change } })];
}
