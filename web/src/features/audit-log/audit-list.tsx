import { Button } from "@mantine/core";
import { useState } from "react";
import { formatCount } from "../../lib/locale";
import { EmptyState } from "../../ui/empty-state";
import { ListPlaceholder } from "../../ui/list/list-placeholder";
import { ShowMore } from "../../ui/list/show-more";
import { dayLabel } from "./audit-labels";
import classes from "./audit-log.module.css";
import type { useAuditLog } from "./audit-log.queries";
import { type DayGroup, dayGroups } from "./day-groups";
import { AuditEntry } from "./entry/audit-entry";

interface AuditListProps {
  channelId: string;
  log: ReturnType<typeof useAuditLog>;
  isNarrowed: boolean;
  onShowAll: () => void;
}

/** Entries by day; at most one undo preview is open. */
export function AuditList({ channelId, log, isNarrowed, onShowAll }: AuditListProps) {
  const [openId, setOpenId] = useState<string | null>(null);
  const { data } = log;
  if (!data) return <ListPlaceholder query={log} label="Loading audit log" />;
  const isEmpty = data.records.length === 0 && !log.hasNextPage;
  if (isEmpty) return <NoEntries isNarrowed={isNarrowed} onShowAll={onShowAll} />;
  const groups = dayGroups(data.records);
  return (
    <>
      <div>
        {groups.map((group, index) => (
          <section key={group.day.getTime()} className={classes["day"]}>
            <DayHead group={group} hasMore={log.hasNextPage && index === groups.length - 1} />
            <ul className="plain-list">
              {group.records.map((record) => (
                <AuditEntry
                  key={record.id}
                  channelId={channelId}
                  record={record}
                  isOpen={record.id === openId}
                  onToggle={() => setOpenId((open) => (open === record.id ? null : record.id))}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <ShowMore
        list={log}
        shown={data.records.length}
        total={data.total}
        hasMore={data.hasMore}
        searchedUntil={data.searchedUntil}
      />
    </>
  );
}

function DayHead({ group: { day, records }, hasMore }: { group: DayGroup; hasMore: boolean }) {
  const count = formatCount(records.length, hasMore);
  return (
    <h2 className={classes["dayHead"]}>
      {dayLabel(day, new Date())} <span>{count === "1" ? "1 change" : `${count} changes`}</span>
    </h2>
  );
}

function NoEntries({ isNarrowed, onShowAll }: { isNarrowed: boolean; onShowAll: () => void }) {
  if (isNarrowed) {
    return (
      <EmptyState title="No changes found" about="Nothing matches the search and the filters.">
        <Button onClick={onShowAll}>Show all</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No changes yet"
      about="Changes of settings, access and platforms appear here, with who made them and what it was before."
    />
  );
}
