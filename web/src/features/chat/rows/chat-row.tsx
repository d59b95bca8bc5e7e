import { IconArrowForward, IconBroadcast } from "@tabler/icons-react";
import { memo, type ReactNode } from "react";
import type { ChatLine, SentMessage } from "../../../api/chat";
import { platformName } from "../../../api/platforms";
import { sentName } from "../../../api/sent-name";
import type { Platform } from "../../../api/types";
import { formatNumber, useChosenLocale } from "../../../lib/locale";
import { AuthorName } from "../../../ui/chat/author-name";
import { isMyName, LineParts } from "../../../ui/chat/line-parts";
import { RoleBadges } from "../../../ui/chat/role-badges";
import { PlatformIcon } from "../../../ui/platform-icon";
import type { ChatAppearance } from "../chat-appearance";
import type { LineRow } from "../store/chat-window";
import classes from "./chat-row.module.css";
import { Receipts } from "./receipts";
import { removalLabel } from "./removal-labels";
import { rowTime } from "./row-time";
import type { VisibleRow, VisibleSent } from "./sent-echoes";

const FIRST_LABEL = "First message";

/** Shared by all rows of a list; one stable object, so that a row rerenders only when the row itself changes. */
export interface RowContext {
  appearance: ChatAppearance;
  platforms: readonly Platform[];
  myNames: ReadonlySet<string>;
  myId: string | undefined;
  onOpenViewer: ((line: ChatLine) => void) | null;
  onRetry: ((sentId: string, connectionId: string) => void) | null;
  /** Undoes the action that removed a line; left out if the user may not undo it. */
  onUndo?: ((line: ChatLine) => void) | undefined;
}

interface ChatRowProps {
  row: VisibleRow;
  context: RowContext;
  isSelected?: boolean;
  /** Whether the row is highlighted, because the user jumped to it from a search result. */
  isTarget?: boolean;
  /** The action bar, while the row is hovered or selected. */
  actions?: ReactNode;
}

export const ChatRowView = memo(function ChatRowView(props: ChatRowProps) {
  const { row, context, isSelected = false, isTarget = false, actions } = props;
  return (
    <div
      className={classes["row"]}
      data-key={row.key}
      data-kind={row.kind === "line" ? row.line.kind : "sent"}
      data-provider={row.kind === "line" ? row.line.provider : undefined}
      data-current={isSelected || undefined}
      data-target={isTarget || undefined}
      data-removed={isRemoved(row) || undefined}
      data-has-actions={Boolean(actions) || undefined}
      data-has-time={context.appearance.hasTimes || undefined}
      data-me={(row.kind === "line" && mentionsMe(row.line, context.myNames)) || undefined}
    >
      <RowIcon row={row} platforms={context.platforms} />
      <div className={classes["text"]}>{contentOf(row, context, isSelected)}</div>
      <RowTime row={row} />
      {actions}
    </div>
  );
});

function isRemoved(row: VisibleRow): boolean {
  return row.kind === "line" ? row.removal !== null : row.isRemoved;
}

function contentOf(row: VisibleRow, context: RowContext, isSelected: boolean): ReactNode {
  if (row.kind === "sent") return <SentContent row={row} context={context} isSelected={isSelected} />;
  if (row.line.kind === "gap") return <span className="muted fs-small">{row.line.headline || row.line.text}</span>;
  return row.line.headline ? (
    <NoticeContent row={row} context={context} isSelected={isSelected} />
  ) : (
    <LineContent row={row} context={context} isSelected={isSelected} />
  );
}

function RowIcon({ row, platforms }: { row: VisibleRow; platforms: readonly Platform[] }) {
  return (
    <span className={classes["mark"]}>
      {row.kind === "sent" ? (
        <IconBroadcast size={14} stroke={1.6} aria-hidden="true" />
      ) : (
        <PlatformIcon provider={row.line.provider} size={14} label={platformName(platforms, row.line.provider)} />
      )}
    </span>
  );
}

function RowTime({ row }: { row: VisibleRow }) {
  useChosenLocale();
  const moment = row.kind === "line" ? row.line.sent_at : row.sent.created_at;
  return (
    <time className={classes["time"]} dateTime={moment}>
      {rowTime(moment, Date.now())}
    </time>
  );
}

interface LineContentProps {
  row: LineRow;
  context: RowContext;
  isSelected: boolean;
}

function LineContent({ row, context, isSelected }: LineContentProps) {
  const { line } = row;
  return (
    <>
      {line.reply_to && <ReplyQuote name={line.reply_to.author_name} text={line.reply_to.text} />}
      {line.is_first && <span className={classes["first"]} role="img" aria-label={FIRST_LABEL} title={FIRST_LABEL} />}
      {line.kind === "highlight" && <span className={classes["tag"]}>highlighted</span>}
      <Author line={line} context={context} />
      <MessageText row={row} context={context} isSelected={isSelected} />
    </>
  );
}

/** The platform's notice, and below it the viewer's own message. */
function NoticeContent({ row, context, isSelected }: LineContentProps) {
  const { line } = row;
  const name = line.author?.name ?? "";
  const textAfterName = name && line.headline?.startsWith(name) ? line.headline.slice(name.length) : null;
  return (
    <>
      {textAfterName === null ? (
        <bdi>{line.headline}</bdi>
      ) : (
        <>
          <ViewerButton line={line} context={context}>
            <bdi className="fw-500">{name}</bdi>
          </ViewerButton>
          <bdi>{textAfterName}</bdi>
        </>
      )}
      {line.recipients && <Recipients line={line} isSelected={isSelected} />}
      {line.parts.length > 0 && (
        <div>
          <MessageText row={row} context={context} isSelected={isSelected} />
        </div>
      )}
    </>
  );
}

/** Names of the viewers who got the gifts; the server sends a limited number of names. */
function Recipients({ line: { recipients = [], gifts = 0 }, isSelected }: { line: ChatLine; isSelected: boolean }) {
  const more = gifts - recipients.length;
  return (
    <details className={classes["recipients"]}>
      <summary tabIndex={isSelected ? 0 : -1}>Names</summary>
      <p>
        <bdi>{recipients.join(", ")}</bdi>
        {more > 0 && ` and ${formatNumber(more)} more`}
      </p>
    </details>
  );
}

function MessageText({ row: { line, removal }, context, isSelected }: LineContentProps) {
  const parts = <LineParts parts={line.parts} myNames={context.myNames} areLinksReachable={isSelected} />;
  if (!removal) return <span className={line.kind === "action" ? "italic" : undefined}>{parts}</span>;
  const platform = context.platforms.find(({ provider }) => provider === line.provider);
  return (
    <>
      <s className={classes["struck"]}>{parts}</s>
      <span className="muted fs-small breaks ml-8">{removalLabel(removal, platform)}</span>
      {/* A cleared chat cannot be restored. */}
      {context.onUndo && removal.how !== "cleared" && (
        <button
          type="button"
          className={classes["undo"]}
          tabIndex={isSelected ? 0 : -1}
          aria-label={`Undo for ${line.author?.name ?? "this message"}`}
          onClick={() => context.onUndo?.(line)}
        >
          Undo
        </button>
      )}
    </>
  );
}

/** Quotes the message that a reply answers; only its author in the public chat, where `text` is empty. */
function ReplyQuote({ name, text }: { name: string; text: string }) {
  return (
    <div className={classes["parent"]}>
      <IconArrowForward size={13} stroke={1.9} aria-label="In reply to" />
      <span className="truncate miw-0">
        <bdi>{name}</bdi>
        {text && (
          <>
            : <bdi>{text}</bdi>
          </>
        )}
      </span>
    </div>
  );
}

function Author({ line, context }: { line: ChatLine; context: RowContext }) {
  const { author } = line;
  if (!author) return null;
  return (
    <>
      {context.appearance.hasBadges && <RoleBadges author={author} />}
      <ViewerButton line={line} context={context}>
        <AuthorName name={author.name} colour={author.colour} />
      </ViewerButton>
      {line.kind === "action" ? " " : ": "}
    </>
  );
}

function ViewerButton({ line, context, children }: { line: ChatLine; context: RowContext; children: ReactNode }) {
  const { onOpenViewer } = context;
  if (!onOpenViewer || !line.author) return children;
  return (
    <button type="button" className={classes["author"]} data-author tabIndex={-1} onClick={() => onOpenViewer(line)}>
      {children}
    </button>
  );
}

interface SentContentProps {
  row: VisibleSent;
  context: RowContext;
  isSelected: boolean;
}

/** A message sent from Greenroom; the receipt of each platform shows whether it was deleted there. */
function SentContent({ row, context, isSelected }: SentContentProps) {
  const { sent } = row;
  const name = sentName(sent);
  const author = { id: "", login: "", name, colour: "", is_bot: sent.speaker === "bot" };
  return (
    <>
      {sent.reply_to && <ReplyQuote name={sent.reply_to.author_name} text={sent.reply_to.text} />}
      {context.appearance.hasBadges && <RoleBadges author={author} />}
      <span className={classes["own"]} data-author>
        <AuthorName name={name} colour="" />
      </span>
      {name !== sent.author_name && (
        <span className={classes["sentBy"]}>
          by <bdi>{sent.author_name}</bdi>
        </span>
      )}
      {sent.kind === "action" ? " " : ": "}
      <SentParts row={row} context={context} isSelected={isSelected} />
      <Receipts row={row} platforms={context.platforms} onRetry={canRetry(sent, context) ? context.onRetry : null} />
    </>
  );
}

/** Whether the user may retry the message: their own messages, and all that were sent as the bot. */
function canRetry({ speaker, user_id }: SentMessage, { myId }: RowContext): boolean {
  return speaker === "bot" || user_id === myId;
}

function SentParts({ row, context, isSelected }: SentContentProps) {
  const content = row.parts ?? [{ kind: "text" as const, text: row.sent.text }];
  const parts = <LineParts parts={content} myNames={context.myNames} areLinksReachable={isSelected} />;
  if (row.isRemoved) return <s className={classes["struck"]}>{parts}</s>;
  return row.sent.kind === "action" ? <span className="italic">{parts}</span> : parts;
}

function mentionsMe({ parts }: ChatLine, myNames: ReadonlySet<string>): boolean {
  return myNames.size > 0 && parts.some((part) => part.kind === "mention" && isMyName(part.text, myNames));
}
