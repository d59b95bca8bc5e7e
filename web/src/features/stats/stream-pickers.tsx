import { NativeSelect } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { dateFormat } from "../../lib/locale";
import classes from "./stats.module.css";
import { streamsQuery } from "./stats.queries";
import type { Stream } from "./stats-types";

interface StreamPickersProps {
  channelId: string;
  streamId: string | null;
  againstId: string | null;
  /** The chosen streams once they are loaded. */
  stream: Stream | undefined;
  against: Stream | undefined;
  /** The id is empty if "Nothing" is chosen. */
  onChoose: (name: "stream" | "against", id: string) => void;
}

const OLDER = "older";

/** Pickers for the shown stream and the stream it is compared with; older streams are loaded on request. */
export function StreamPickers({ channelId, streamId, againstId, stream, against, onChoose }: StreamPickersProps) {
  const streams = useInfiniteQuery(streamsQuery(channelId));
  const records = streams.data?.pages.flatMap((page) => page.records) ?? [];
  const older = streams.hasNextPage ? [{ value: OLDER, label: "Older streams…" }] : [];
  const choose = (name: "stream" | "against", id: string) =>
    id === OLDER ? void streams.fetchNextPage() : onChoose(name, id);
  const others = optionsOf(records, against).filter(({ value }) => value !== streamId);
  return (
    <>
      <NativeSelect
        className={classes["picker"]}
        aria-label="Stream"
        data={[...optionsOf(records, stream), ...older]}
        value={streamId ?? ""}
        onChange={({ currentTarget }) => choose("stream", currentTarget.value)}
      />
      <span className="muted fs-small">against</span>
      <NativeSelect
        className={classes["picker"]}
        aria-label="Compared with"
        data={[{ value: "", label: "Nothing" }, ...others, ...older]}
        value={againstId ?? ""}
        onChange={({ currentTarget }) => choose("against", currentTarget.value)}
      />
    </>
  );
}

/** Options for the loaded streams; the chosen stream comes first if its page is not loaded yet. */
function optionsOf(records: readonly Stream[], chosen: Stream | undefined) {
  const isListed = !chosen || records.some(({ id }) => id === chosen.id);
  const all = isListed ? records : [chosen, ...records];
  return all.map((one) => ({ value: one.id, label: streamLabel(one) }));
}

const day = dateFormat({ weekday: "short", day: "numeric", month: "short" });

/** Start and title of a stream: "Tue 11 Nov, Tunic day 3". */
function streamLabel({ started_at, title, ended_at }: Pick<Stream, "started_at" | "title" | "ended_at">): string {
  const date = day(new Date(started_at)).replace(",", "");
  return `${date}, ${title || "untitled"}${ended_at === null ? " (live)" : ""}`;
}
