import { TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { platformName, usePlatforms } from "../../../api/platforms";
import { SEARCH_DELAY_MS } from "../../../lib/search";
import { shortTime } from "../../../lib/time/dates";
import { useNow } from "../../../lib/time/use-now";
import { Segments } from "../../../ui/buttons/segments";
import { Sparkline } from "../../../ui/chart/sparkline";
import { ListPlaceholder } from "../../../ui/list/list-placeholder";
import { ShowMore } from "../../../ui/list/show-more";
import { Panel } from "../../../ui/panel";
import { PlatformIcon } from "../../../ui/platform-icon";
import { Tag } from "../../../ui/tag";
import { countLabel, DRAW_LABELS, formatCount, isWinner } from "../giveaway-labels";
import type { Draw, Entry, EntryStatus, GiveawayDetails } from "../giveaway-types";
import { useEntries } from "../giveaways.queries";
import { byPlatform, perMinute } from "./entry-minutes";
import classes from "./giveaway.module.css";

const CHART_MS = 10_000;
const CHART = { width: 288, height: 52 };
const STATUSES: readonly { value: EntryStatus; label: string }[] = [
  { value: "entered", label: "Entered" },
  { value: "refused", label: "Refused" },
];

interface EntriesPanelProps {
  channelId: string;
  giveaway: GiveawayDetails;
}

export function EntriesPanel({ channelId, giveaway }: EntriesPanelProps) {
  const [query, setQuery] = useState("");
  const [search] = useDebouncedValue(query.trim(), SEARCH_DELAY_MS);
  const [status, setStatus] = useState<EntryStatus>("entered");
  return (
    <Panel className={classes["entries"]} aria-label="Entries">
      <h2 className={classes["heading"]}>Entries</h2>
      <p className={classes["total"]}>
        <strong>{formatCount(giveaway.ticket_count)}</strong> {giveaway.ticket_count === 1 ? "ticket" : "tickets"} from{" "}
        {countLabel(giveaway.entry_count, "viewer")}
      </p>
      <Minutes giveaway={giveaway} />
      <TextInput
        type="search"
        aria-label="Search viewer"
        placeholder="Search viewer"
        leftSection={<IconSearch size={15} />}
        maxLength={100}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      {giveaway.refused_count > 0 && (
        <Segments isFull label="Entries shown" value={status} options={STATUSES} onChange={setStatus} />
      )}
      <EntryList channelId={channelId} giveaway={giveaway} status={status} search={search} />
    </Panel>
  );
}

function Minutes({ giveaway }: { giveaway: GiveawayDetails }) {
  const platforms = usePlatforms();
  const closedAt = giveaway.closed_at;
  const now = useNow(closedAt === null, CHART_MS);
  const minutes = perMinute(giveaway.minutes, closedAt === null ? now : Date.parse(closedAt));
  if (minutes.values.length === 0) return null;
  const peak = Math.max(...minutes.values);
  return (
    <>
      <p className="small gap-12 flex muted digits between">
        <span>Entries a minute</span>
        <span>
          peak {formatCount(peak)}, last {formatCount(minutes.values.at(-1) ?? 0)}
        </span>
      </p>
      <Sparkline values={minutes.values} size={CHART} label={`Entries a minute, ${formatCount(peak)} at most`} />
      <p className="small gap-12 flex muted digits between">
        <span>{shortTime(minutes.from)}</span>
        {minutes.to !== minutes.from && <span>{shortTime(minutes.to)}</span>}
      </p>
      <p className="small gap-12 flex muted digits between">
        {byPlatform(giveaway.minutes).map(({ provider, entries }) => (
          <span key={provider} className="inline-row gap-6 bright">
            <PlatformIcon provider={provider} size={14} label={platformName(platforms, provider)} />
            {formatCount(entries)}
          </span>
        ))}
        <span>viewers</span>
      </p>
    </>
  );
}

interface EntryListProps extends EntriesPanelProps {
  status: EntryStatus;
  search: string;
}

function EntryList({ channelId, giveaway, status, search }: EntryListProps) {
  const entries = useEntries(channelId, giveaway.id, status, search);
  if (!entries.data) return <ListPlaceholder query={entries} label="Loading entries" />;
  const { records, total } = entries.data;
  if (records.length === 0) return <p className="small muted digits">{search ? "Nobody found" : "Nobody yet"}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls has to be reachable with the keyboard
    <section className={classes["entryList"]} aria-label="List of entries" tabIndex={0}>
      <ul className="plain-list">
        {records.map((entry) => (
          <EntryRow key={entry.id} entry={entry} draw={drawOf(giveaway.draws, entry)} />
        ))}
      </ul>
      <ShowMore list={entries} shown={records.length} total={total} />
    </section>
  );
}

function EntryRow({ entry, draw }: { entry: Entry; draw: Draw | undefined }) {
  const platforms = usePlatforms();
  return (
    <li className={classes["entry"]} data-drawn={(draw && isWinner(draw)) || undefined}>
      <PlatformIcon provider={entry.provider} size={14} label={platformName(platforms, entry.provider)} />
      <span className="column grow miw-0 breaks">
        <bdi>{entry.name}</bdi>
        {entry.reason !== "" && <span className="small muted digits">{entry.reason}</span>}
      </span>
      {draw && <Tag tone={draw.status === "claimed" ? "ok" : "plain"}>{DRAW_LABELS[draw.status]}</Tag>}
      <span className={classes["count"]} title={entry.weight > 1 ? `${entry.tickets} × ${entry.weight}` : undefined}>
        {entry.status === "entered" ? formatCount(entry.tickets * entry.weight) : ""}
      </span>
    </li>
  );
}

function drawOf(draws: readonly Draw[], { provider, viewer_id: viewerId }: Entry): Draw | undefined {
  return draws.findLast((draw) => draw.provider === provider && draw.viewer_id === viewerId);
}
