import { useMemo } from "react";
import { type UserSettings, useSaveSettings, useSettings } from "../../session/settings";

/** How one person wants to read chat; kept with their account. */
export interface ChatLook {
  fontSize: FontSize;
  hasTimes: boolean;
  hasBadges: boolean;
  hidesBots: boolean;
  showsRemoved: boolean;
}

export const FONT_SIZES = [12, 13, 14, 16, 18] as const;
export type FontSize = (typeof FONT_SIZES)[number];

export const DEFAULT_LOOK: ChatLook = {
  fontSize: 13,
  hasTimes: false,
  hasBadges: true,
  hidesBots: false,
  showsRemoved: true,
};

/** What everybody else sees: removed lines are gone. */
export const PUBLIC_LOOK: ChatLook = { ...DEFAULT_LOOK, showsRemoved: false };

const KEY = "chat_look";

/** The look that was saved, as far as it can be read: it may come from another version. */
export function readLook(settings: UserSettings | undefined): ChatLook {
  const saved = settings?.[KEY];
  if (typeof saved !== "object" || saved === null) return DEFAULT_LOOK;
  const value = (name: keyof ChatLook): unknown => Reflect.get(saved, name);
  const flag = (name: Exclude<keyof ChatLook, "fontSize">) => {
    const told = value(name);
    return typeof told === "boolean" ? told : DEFAULT_LOOK[name];
  };
  return {
    fontSize: FONT_SIZES.find((size) => size === value("fontSize")) ?? DEFAULT_LOOK.fontSize,
    hasTimes: flag("hasTimes"),
    hasBadges: flag("hasBadges"),
    hidesBots: flag("hidesBots"),
    showsRemoved: flag("showsRemoved"),
  };
}

export function useChatLook(): [ChatLook, (change: Partial<ChatLook>) => void] {
  const { data } = useSettings();
  const look = useMemo(() => readLook(data), [data]);
  const { mutate } = useSaveSettings();
  return [look, (change) => mutate({ [KEY]: { ...look, ...change } })];
}
