import type { ReactNode } from "react";
import { PlatformMark } from "../platform-mark";
import classes from "../queue.module.css";
import { playedBefore } from "../queue-labels";
import type { Entry } from "../queue-types";
import { SubscriberBadge } from "../subscriber-badge";

interface PersonRowProps {
  entry: Entry;
  leading: ReactNode;
  /** Text below the name; by default how often the viewer has played. */
  fact?: string;
  /** Whether the row has more buttons than fit beside the name. */
  hasManyButtons?: boolean;
  children: ReactNode;
}

/** Row of a called or playing viewer. */
export function PersonRow({
  entry,
  leading,
  fact = playedBefore(entry),
  hasManyButtons = false,
  children,
}: PersonRowProps) {
  return (
    <li className={classes["person"]} data-many-buttons={hasManyButtons || undefined}>
      {leading}
      <div className="column miw-0">
        <span className={classes["whoName"]}>
          <PlatformMark provider={entry.provider} />
          <bdi className="truncate fw-500">{entry.name}</bdi>
          {entry.is_subscriber && <SubscriberBadge />}
        </span>
        <span className={classes["quiet"]}>
          {entry.game_name !== "" && (
            <>
              <bdi className="fs-small mono bright">{entry.game_name}</bdi> ·{" "}
            </>
          )}
          {fact}
        </span>
      </div>
      <span className={classes["buttons"]}>{children}</span>
    </li>
  );
}
