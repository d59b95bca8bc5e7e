import { longDateTime } from "../../../lib/time/dates";
import { Panel } from "../../../ui/panel";
import { Tag } from "../../../ui/tag";
import classes from "./announcements.module.css";
import type { Announcements } from "./announcements.queries";

type Recent = Announcements["recent"];

const LABELS = { sending: "Posting", waiting: "Waiting", posted: "Posted", failed: "Failed" };

export function RecentAnnouncements({ recent }: { recent: Recent }) {
  if (recent.length === 0) return null;
  return (
    <Panel className={classes["panel"] ?? ""} aria-label="Latest announcements">
      <h2>Latest announcements</h2>
      <ul className={classes["list"]}>
        {recent.map((one) => (
          <li key={one.id} className={classes["item"]}>
            <div className={classes["grow"]}>
              <div>{one.title || "Stream without a title"}</div>
              <div className={classes["small"]}>
                {longDateTime(one.created_at)}
                {one.problem && ` · ${one.problem}`}
              </div>
            </div>
            <Tag {...(one.state === "posted" ? { tone: "ok" as const } : {})}>
              {one.ended_at ? "Edited at the end" : LABELS[one.state]}
            </Tag>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
