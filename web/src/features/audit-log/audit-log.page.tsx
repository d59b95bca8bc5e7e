import { NativeSelect } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconDownload } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useParams, useSearchParams } from "react-router";
import { SEARCH_DELAY_MS } from "../../lib/search";
import { can, useChannel } from "../../session/channel";
import { BusyButton } from "../../ui/buttons/busy-button";
import { EmptyState } from "../../ui/empty-state";
import { ListPage } from "../../ui/list/list-page";
import { ListPanel } from "../../ui/list/list-panel";
import { Panel } from "../../ui/panel";
import {
  AUTHOR_KINDS,
  type AuditFilter,
  isNarrowed,
  NO_FILTER,
  PERIODS,
  readAuthorKind,
  readFilter,
  writeFilter,
} from "./audit-filter";
import { retentionLabel } from "./audit-labels";
import { AuditList } from "./audit-list";
import { useAuditLogLive } from "./audit-log.live";
import classes from "./audit-log.module.css";
import { useAuditLog, useExportLog, useFilterChoices } from "./audit-log.queries";

export function AuditLogPage() {
  const { channelId = "" } = useParams();
  const channel = useChannel(channelId).data;
  const isAllowed = can(channel, "access.manage");
  return (
    <ListPage title="Audit log" isOpen={false}>
      {isAllowed && <AuditLogPanel key={channelId} channelId={channelId} />}
      {channel && !isAllowed && (
        <Panel>
          <EmptyState heading="h1" title="Audit log" about="Only Admins and Owners can read the audit log." />
        </Panel>
      )}
    </ListPage>
  );
}

function AuditLogPanel({ channelId }: { channelId: string }) {
  useAuditLogLive(channelId);
  const { filter, query, setQuery, setFilter } = useFilter();
  const log = useAuditLog(channelId, filter);
  const exportLog = useExportLog(channelId, filter);
  return (
    <ListPanel
      title="Audit log"
      count={log.data?.total}
      hasMore={log.data?.hasMore}
      about={`Who changed what, with the old and the new value. Settings, moderation and points can be undone. ${retentionLabel(log.data?.keptDays)}`}
      query={query}
      onQuery={setQuery}
      searchLabel="Search a command, viewer or value"
      filters={<Filters channelId={channelId} filter={filter} onChange={setFilter} />}
      actions={
        <BusyButton
          variant="default"
          leftSection={<IconDownload size={16} />}
          isBusy={exportLog.isPending}
          onClick={() => exportLog.mutate()}
        >
          Export
        </BusyButton>
      }
    >
      <AuditList
        channelId={channelId}
        log={log}
        isNarrowed={isNarrowed(filter)}
        onShowAll={() => {
          setQuery("");
          setFilter(NO_FILTER);
        }}
      />
    </ListPanel>
  );
}

/** The filter in the URL; the search text is written to the URL when the user stops typing. */
function useFilter() {
  const [params, setParams] = useSearchParams();
  const filter = readFilter(params);
  const [query, setText] = useState(filter.search);
  // The URL changes after the next render; a second change before that must not undo the first.
  const latest = useRef(filter);
  useEffect(() => {
    latest.current = readFilter(params);
  }, [params]);
  const setFilter = (change: Partial<AuditFilter>) => {
    latest.current = { ...latest.current, ...change };
    setParams(writeFilter(latest.current), { replace: true });
  };
  const search = useDebouncedCallback((text: string) => setFilter({ search: text.trim() }), SEARCH_DELAY_MS);
  const setQuery = (text: string) => {
    setText(text);
    search(text);
  };
  return { filter, query, setQuery, setFilter };
}

interface FiltersProps {
  channelId: string;
  filter: AuditFilter;
  onChange: (change: Partial<AuditFilter>) => void;
}

function Filters({ channelId, filter, onChange }: FiltersProps) {
  const { people, sections } = useFilterChoices(channelId);
  return (
    <div className={classes["filters"]}>
      <NativeSelect
        aria-label="Person"
        data={[{ value: "", label: "Everyone" }, ...people.map(({ key, name }) => ({ value: key, label: name }))]}
        value={filter.person}
        onChange={(event) => onChange({ person: event.currentTarget.value })}
      />
      <NativeSelect
        aria-label="Source"
        data={[...AUTHOR_KINDS]}
        value={filter.kind}
        onChange={(event) => onChange({ kind: readAuthorKind(event.currentTarget.value) })}
      />
      <NativeSelect
        aria-label="Thing"
        data={[{ value: "", label: "All things" }, ...sections.map(({ key, title }) => ({ value: key, label: title }))]}
        value={filter.section}
        onChange={(event) => onChange({ section: event.currentTarget.value })}
      />
      <NativeSelect
        aria-label="Time"
        data={PERIODS}
        value={filter.days}
        onChange={(event) => onChange({ days: event.currentTarget.value })}
      />
    </div>
  );
}
