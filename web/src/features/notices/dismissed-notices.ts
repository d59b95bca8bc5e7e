import type { Notice } from "../../api/types";
import type { UserSettings } from "../../session/settings";

const SETTING = "dismissed_notices";

/** The notices that are not dismissed and have not ended. */
export function shownNotices(
  notices: readonly Notice[],
  settings: UserSettings | undefined,
  now: number,
): readonly Notice[] {
  const dismissed = idsIn(settings);
  return notices.filter(
    ({ id, ends_at }) => !dismissed.includes(id) && (ends_at === null || new Date(ends_at).getTime() > now),
  );
}

/** Change of the settings that dismisses one more notice; ids of deleted notices are dropped. */
export function dismissal(settings: UserSettings | undefined, notices: readonly Notice[], id: string): UserSettings {
  const currentIds = notices.map((notice) => notice.id);
  return { [SETTING]: [...idsIn(settings).filter((one) => currentIds.includes(one)), id] };
}

function idsIn(settings: UserSettings | undefined): string[] {
  const stored = settings?.[SETTING];
  return Array.isArray(stored) ? stored.filter((one) => typeof one === "string") : [];
}
