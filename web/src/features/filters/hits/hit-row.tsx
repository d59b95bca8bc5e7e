import { IconEye } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { dateFormat } from "../../../lib/locale";
import { AuthorName } from "../../../ui/chat/author-name";
import { Moment } from "../../../ui/moment";
import { PlatformIcon } from "../../../ui/platform-icon";
import { Tag } from "../../../ui/tag";
import type { BacktestHit, FilterHit } from "../filter-types";
import { stepLabel } from "../penalties/ladder";
import classes from "./hits.module.css";
import { MarkedText } from "./marked-text";

interface HitRowProps {
  hit: Pick<BacktestHit | FilterHit, "provider" | "viewer_name" | "text" | "reason" | "spans" | "step">;
  at: string;
  colour?: string;
  /** Whether the penalty was only logged, not carried out. */
  isShadow?: boolean;
  /** Extra lines below the message. */
  children?: ReactNode;
}

/** A message with the matched text marked, and its penalty. */
export function HitRow({ hit, at, colour = "", isShadow = false, children }: HitRowProps) {
  return (
    <li className={classes["hit"]}>
      <HitTime at={at} />
      <PlatformIcon provider={hit.provider} size={14} label={hit.provider} />
      <div className="grow miw-0 breaks">
        <AuthorName name={hit.viewer_name} colour={colour} />: <MarkedText text={hit.text} spans={hit.spans} />
        {/* Without spans the whole message matched, and only the reason explains it. */}
        {hit.spans.length === 0 && <div className="small muted mt-2">{hit.reason}</div>}
        {children}
      </div>
      <span className="column rigid gap-4 muted fs-small nowrap align-flex-end">
        {stepLabel(hit.step)}
        {isShadow && (
          <Tag>
            <IconEye size={13} aria-hidden="true" />
            Shadow
          </Tag>
        )}
      </span>
    </li>
  );
}

const clock = dateFormat({ timeStyle: "short" });
const day = dateFormat({ day: "numeric", month: "short" });

/** Time of day, with the date if it is not today. */
function HitTime({ at }: { at: string }) {
  const moment = new Date(at);
  const isToday = moment.toDateString() === new Date().toDateString();
  return (
    <Moment at={at} className={classes["time"]}>
      {clock(moment)}
      {!isToday && <span className="block">{day(moment)}</span>}
    </Moment>
  );
}
