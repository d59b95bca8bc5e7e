import { IconArrowForward, IconBroadcast } from "@tabler/icons-react";
import { memo, type ReactNode } from "react";
import type { ChatLine, SentMessage } from "../../../api/chat";
import { platformName } from "../../../api/platforms";
import type { Platform } from "../../../api/types";
import { AuthorName } from "../../../ui/chat/author-name";
import { isMine, LineParts } from "../../../ui/chat/line-parts";
import { RoleBadges } from "../../../ui/chat/role-badges";
import { PlatformIcon } from "../../../ui/platform-icon";
import type { ChatLook } from "../chat-appearance";
import type { LineRow } from "../store/chat-window";
import classes from "./chat-row.module.css";
import { Receipts } from "./receipts";
import { removalWords } from "./removal-labels";
import { rowTime } from "./row-time";
import type { SeenRow, SeenSent } from "./sent-echoes";

/** What every row of one list knows; the same object for all of them, so that a row is drawn again only for its own sake. */
export interface RowContext {
  look: ChatLook;
  platforms: readonly Platform[];
  myNames: ReadonlySet<string>;
  myId: string | undefined;
  onOpenViewer: ((line: ChatLine) => void) | null;
  onRetry: ((sentId: string, connectionId: string) => void) | null;
}

interface ChatRowProps {
  row: SeenRow;
  context: RowContext;
  isCurrent?: boolean;
  isTarget?: boolean;
  /** The actions, while the row is pointed at or chosen by key. */
  actions?: ReactNode;
}

export const ChatRowView = memo(function ChatRowView(props: ChatRowProps) {
  const { row, context, isCurrent = false, isTarget = false, actions } = props;
  return (
    <div
      className={classes["row"]}
      data-key={row.key}
      data-kind={row.kind === "line" ? row.line.kind : "sent"}
      data-provider={row.kind === "line" ? row.line.provider : undefined}
      data-current={isCurrent || undefined}
      data-target={isTarget || undefined}
      data-gone={isGone(row) || undefined}
      data-barred={Boolean(actions) || undefined}
      data-timed={context.look.hasTimes || undefined}
      data-me={(row.kind === "line" && callsMe(row.line, context.myNames)) || undefined}
    >
      <RowMark row={row} platforms={context.platforms} />
      <div className={classes["text"]}>{contentOf(row, context, isCurrent)}</div>
      <RowTime row={row} />
      {actions}
    </div>
  );
});

function isGone(row: SeenRow): boolean {
  return row.kind === "line" ? row.removal !== null : row.isGone;
}

function contentOf(row: SeenRow, context: RowContext, isCurrent: boolean): ReactNode {
  if (row.kind === "sent") return <SentContent row={row} context={context} isCurrent={isCurrent} />;
  if (row.line.kind === "gap") return <span className={classes["meta"]}>{row.line.headline || row.line.text}</span>;
  return row.line.headline ? (
    <NoticeContent row={row} context={context} isCurrent={isCurrent} />
  ) : (
    <LineContent row={row} context={context} isCurrent={isCurrent} />
  );
}

function RowMark({ row, platforms }: { row: SeenRow; platforms: readonly Platform[] }) {
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

function RowTime({ row }: { row: SeenRow }) {
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
  isCurrent: boolean;
}

function LineContent({ row, context, isCurrent }: LineContentProps) {
  const { line } = row;
  return (
    <>
      {line.reply_to && <Parent name={line.reply_to.author_name} text={line.reply_to.text} />}
      {line.is_first && <span className={classes["first"]}>first message</span>}
      {line.kind === "highlight" && <span className={classes["first"]}>highlighted</span>}
      <Author line={line} context={context} />
      <Said row={row} context={context} isCurrent={isCurrent} />
    </>
  );
}

/** The platform's own sentence, and below it what the person added. */
function NoticeContent({ row, context, isCurrent }: LineContentProps) {
  const { line } = row;
  const name = line.author?.name ?? "";
  const rest = name && line.headline?.startsWith(name) ? line.headline.slice(name.length) : null;
  return (
    <>
      {rest === null ? (
        <bdi>{line.headline}</bdi>
      ) : (
        <>
          <ViewerButton line={line} context={context}>
            <bdi className={classes["who"]}>{name}</bdi>
          </ViewerButton>
          <bdi>{rest}</bdi>
        </>
      )}
      {line.parts.length > 0 && (
        <div>
          <Said row={row} context={context} isCurrent={isCurrent} />
        </div>
      )}
    </>
  );
}

function Said({ row: { line, removal }, context, isCurrent }: LineContentProps) {
  const parts = <LineParts parts={line.parts} myNames={context.myNames} areLinksReachable={isCurrent} />;
  if (!removal) return <span className={line.kind === "action" ? classes["action"] : undefined}>{parts}</span>;
  const platform = context.platforms.find(({ provider }) => provider === line.provider);
  return (
    <>
      <s className={classes["struck"]}>{parts}</s>
      <span className={classes["why"]}>{removalWords(removal, platform)}</span>
    </>
  );
}

/** Outsiders are not told the words: they may have been removed since. */
function Parent({ name, text }: { name: string; text: string }) {
  return (
    <div className={classes["parent"]}>
      <IconArrowForward size={13} stroke={1.9} aria-label="In reply to" />
      <span className={classes["quoted"]}>
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
      {context.look.hasBadges && <RoleBadges author={author} />}
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
    <button type="button" className={classes["author"]} tabIndex={-1} onClick={() => onOpenViewer(line)}>
      {children}
    </button>
  );
}

interface SentContentProps {
  row: SeenSent;
  context: RowContext;
  isCurrent: boolean;
}

/** Who took it away, and why, stands in the receipts: it may be another one on each platform. */
function SentContent({ row, context, isCurrent }: SentContentProps) {
  const { sent } = row;
  const author = { id: "", login: "", name: sent.author_name, colour: "", is_bot: sent.speaker === "bot" };
  return (
    <>
      {sent.reply_to && <Parent name={sent.reply_to.author_name} text={sent.reply_to.text} />}
      {context.look.hasBadges && <RoleBadges author={author} />}
      <span className={classes["own"]}>
        <AuthorName name={sent.author_name} colour="" />
      </span>
      {": "}
      <SentParts row={row} context={context} isCurrent={isCurrent} />
      <Receipts row={row} platforms={context.platforms} onRetry={mayRetry(sent, context) ? context.onRetry : null} />
    </>
  );
}

/** Nobody sends again in another person's name. */
function mayRetry({ speaker, user_id }: SentMessage, { myId }: RowContext): boolean {
  return speaker === "bot" || user_id === myId;
}

function SentParts({ row, context, isCurrent }: SentContentProps) {
  const written = row.parts ?? [{ kind: "text" as const, text: row.sent.text }];
  const parts = <LineParts parts={written} myNames={context.myNames} areLinksReachable={isCurrent} />;
  return row.isGone ? <s className={classes["struck"]}>{parts}</s> : parts;
}

function callsMe({ parts }: ChatLine, myNames: ReadonlySet<string>): boolean {
  return myNames.size > 0 && parts.some((part) => part.kind === "mention" && isMine(part.text, myNames));
}
