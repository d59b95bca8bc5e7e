import { useInfiniteQuery } from "@tanstack/react-query";
import type { StoredLine } from "../../../api/chat";
import { dayAndTime } from "../../../lib/time/dates";
import type { ViewerRef } from "../../../session/moderation-log";
import { ShowOlder } from "../../../ui/buttons/show-older";
import { LineParts } from "../../../ui/chat/line-parts";
import { Moment } from "../../../ui/moment";
import { ErrorPanel } from "../../../ui/page/error-panel";
import { SkeletonRows } from "../../../ui/skeleton-rows";
import classes from "../viewer-card.module.css";
import { type Card, viewerMessagesQuery } from "../viewers.queries";
import { AccountMark } from "./account-mark";

interface ViewerMessagesProps {
  card: Card;
  accounts: readonly ViewerRef[];
}

export function ViewerMessages({ card, accounts }: ViewerMessagesProps) {
  const messages = useInfiniteQuery(viewerMessagesQuery(card.channelId, accounts));
  if (messages.isError && !messages.data) {
    return <ErrorPanel isBare error={messages.error} onRetry={() => void messages.refetch()} />;
  }
  if (!messages.data) return <SkeletonRows count={4} label="Loading messages" />;
  const lines = messages.data.pages.flatMap(({ records }) => records);
  if (lines.length === 0) return <p className="muted fs-chat py-12">No stored messages</p>;
  return (
    <>
      <ul className="plain-list">
        {lines.map((stored) => (
          <Message
            key={`${stored.line.connection_id}:${stored.line.message_id}`}
            {...stored}
            hasMark={accounts.length > 1}
          />
        ))}
      </ul>
      <ShowOlder pages={messages} size="xs" />
    </>
  );
}

interface MessageProps extends StoredLine {
  /** Whether to show the account: true if the viewer has linked accounts. */
  hasMark: boolean;
}

function Message({ line, removal, hasMark }: MessageProps) {
  return (
    <li className={classes["message"]} tabIndex={-1} data-removed={removal !== null || undefined}>
      {hasMark && <AccountMark provider={line.provider} name={line.author?.name ?? ""} />}
      <Moment at={line.sent_at} className={classes["time"]}>
        {dayAndTime(line.sent_at)}
      </Moment>
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
