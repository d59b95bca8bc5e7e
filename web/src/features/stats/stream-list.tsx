import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { dayAndTime, secondsBetween } from "../../lib/time/dates";
import { shortDuration } from "../../lib/time/durations";
import { ShowOlder } from "../../ui/buttons/show-older";
import { Panel } from "../../ui/panel";
import { PlatformIcon } from "../../ui/platform-icon";
import { count, hours } from "./numbers";
import { ScrollTable } from "./scroll-table";
import { streamsQuery } from "./stats.queries";
import type { Stream } from "./stats-types";
import classes from "./table.module.css";

/** Table of all streams, newest first; each row links to the numbers of its stream. */
export function StreamList({ channelId }: { channelId: string }) {
  const streams = useInfiniteQuery(streamsQuery(channelId));
  const records = streams.data?.pages.flatMap((page) => page.records) ?? [];
  return (
    <Panel className={classes["panel"]} aria-label="Streams">
      <h2>Streams</h2>
      <ScrollTable label="List of streams">
        <thead>
          <tr>
            <th scope="col">Stream</th>
            <th scope="col">Began</th>
            <th scope="col">Length</th>
            <th scope="col">Platforms</th>
            <th scope="col">Average viewers</th>
            <th scope="col">Peak</th>
            <th scope="col">Watched hours</th>
            <th scope="col">Messages</th>
          </tr>
        </thead>
        <tbody>
          {records.map((stream) => (
            <StreamRow key={stream.id} stream={stream} />
          ))}
        </tbody>
      </ScrollTable>
      <ShowOlder pages={streams} isFull={false} />
    </Panel>
  );
}

function StreamRow({ stream }: { stream: Stream }) {
  const { numbers } = stream;
  return (
    <tr>
      <th scope="row">
        <Link className={classes["title"]} to={`?stream=${stream.id}`}>
          {stream.title || "Untitled"}
        </Link>
      </th>
      <td>{dayAndTime(stream.started_at)}</td>
      <td>
        {stream.ended_at === null ? (
          <span className="mint">Live</span>
        ) : (
          shortDuration(secondsBetween(stream.started_at, stream.ended_at))
        )}
      </td>
      <td>
        <span className="gap-4 inline-flex">
          {stream.providers.map((provider) => (
            <PlatformIcon key={provider} provider={provider} size={14} label={provider} />
          ))}
        </span>
      </td>
      <td>{count(numbers.average_viewers)}</td>
      <td>{count(numbers.peak_viewers)}</td>
      <td>{hours(numbers.watched_minutes)}</td>
      <td>{count(numbers.messages)}</td>
    </tr>
  );
}
