import { Panel } from "../../../ui/panel";
import { PlatformIcon } from "../../../ui/platform-icon";
import { count } from "../numbers";
import type { Ranked } from "../stats-types";
import classes from "./top-list.module.css";

interface TopListProps {
  title: string;
  /** Unit of the counts: "messages". */
  unit: string;
  records: readonly Ranked[];
  kind: "chatters" | "emotes" | "commands";
}

const MAX_SHOWN = 10;

/** The ten chatters, emotes or commands with the highest counts, as bars. */
export function TopList({ title, unit, records, kind }: TopListProps) {
  const highest = records[0]?.count ?? 1;
  return (
    <Panel className={classes["panel"]} aria-label={title}>
      <header className={classes["header"]}>
        <h2>{title}</h2>
        <span>{unit}</span>
      </header>
      {records.length === 0 && <p className={classes["none"]}>None yet</p>}
      <ol className="plain-list gap-2 grid">
        {records.slice(0, MAX_SHOWN).map((record) => (
          <li key={`${record.provider}/${record.id}/${record.name}`} className={classes["row"]}>
            <svg className={classes["bar"]} aria-hidden="true">
              <rect width={`${Math.max((record.count / highest) * 100, 2)}%`} height="100%" rx="4" />
            </svg>
            <Picture record={record} kind={kind} />
            <span className={classes["name"]} data-kind={kind}>
              {record.name}
            </span>
            <span className="digits fw-500 ml-auto">{count(record.count)}</span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function Picture({ record, kind }: { record: Ranked; kind: TopListProps["kind"] }) {
  if (kind === "chatters") return <PlatformIcon provider={record.provider} size={13} label={record.provider} />;
  if (kind === "emotes" && record.url) {
    return <img className={classes["emote"]} src={record.url} alt="" width={18} height={18} loading="lazy" />;
  }
  return null;
}
