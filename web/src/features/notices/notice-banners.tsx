import type { Notice } from "../../api/types";
import { useNow } from "../../lib/time/use-now";
import { useSaveSettings, useSettings } from "../../session/settings";
import { dismissal, shownNotices } from "./dismissed-notices";
import classes from "./notice-banners.module.css";
import { LEVEL_LABELS } from "./notice-levels";

/** Notices of the operators that have not ended and that this user has not dismissed. */
export function NoticeBanners({ notices }: { notices: readonly Notice[] }) {
  const settings = useSettings().data;
  const save = useSaveSettings();
  const now = useNow(notices.some(({ ends_at }) => ends_at !== null));
  const dismiss = (notice: Notice) => save.mutate(dismissal(settings, notices, notice.id));
  return shownNotices(notices, settings, now).map((notice) => (
    <div key={notice.id} className={classes["band"]} data-level={notice.level} role="status">
      <span className="grow miw-0 breaks py-4">
        <b>{LEVEL_LABELS[notice.level]}:</b> {notice.text}
      </span>
      <button type="button" className={classes["dismiss"]} onClick={() => dismiss(notice)}>
        Dismiss
      </button>
    </div>
  ));
}
