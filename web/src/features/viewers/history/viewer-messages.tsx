import { useInfiniteQuery } from "@tanstack/react-query";
import type { StoredLine } from "../../../api/chat";
import { dayAndTime, longDateTime } from "../../../lib/time/dates";
import { ShowOlder } from "../../../ui/buttons/show-older";
import { LineParts } from "../../../ui/chat/line-parts";
import { ErrorPanel } from "../../../ui/page/error-panel";
import { SkeletonRows } from "../../../ui/skeleton-rows";
import classes from "../viewer-card.module.css";
import { type Card, viewerMessagesQuery } from "../viewers.queries";

export function ViewerMessages({ card }: { card: Card }) {
  const messages = useInfiniteQuery(viewerMessagesQuery(card));
  if (messages.isError && !messages.data) {
    return <ErrorPanel isBare error={messages.error} onRetry={() => void messages.refetch()} />;
  }
  if (!messages.data) return <SkeletonRows count={4} label="Loading messages" />;
  const lines = messages.data.pages.flatMap(({ records }) => records);
  if (lines.length === 0) return <p className={classes["empty"]}>No stored messages</p>;
  return (
    <>
      <ul className={classes["messages"]}>
        {lines.map((stored) => (
          <Message key={`${stored.line.connection_id}:${stored.line.message_id}`} {...stored} />
        ))}
      </ul>
      <ShowOlder pages={messages} size="xs" />
    </>
  );
}

function Message({ line, removal }: StoredLine) {
  return (
    <li className={classes["message"]} tabIndex={-1} data-removed={removal !== null || undefined}>
      <time className={classes["time"]} dateTime={line.sent_at} title={longDateTime(line.sent_at)}>
        {dayAndTime(line.sent_at)}
      </time>
      {removal ? (
        <del>
          <LineParts parts={line.parts} />
        </del>
      ) : (
        <LineParts parts={line.parts} />
      )}
    </li>
  );
}
