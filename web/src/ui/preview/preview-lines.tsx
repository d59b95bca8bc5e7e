import { Button, Skeleton } from "@mantine/core";
import { IconArrowForwardUp } from "@tabler/icons-react";
import { Link } from "react-router";
import { messageOf } from "../../api/errors";
import { platformName, usePlatforms } from "../../api/platforms";
import type { PreviewLine } from "../../api/variables";
import { RoleBadges } from "../chat/role-badges";
import { PlatformIcon } from "../platform-icon";
import classes from "./preview.module.css";
import type { DebouncedPreview } from "./use-debounced-preview";

interface PreviewLinesProps {
  /** The channel whose platforms are previewed. */
  channelId: string;
  preview: DebouncedPreview;
  /** Shown while the text is empty. */
  about: string;
  /** Name of the caller; empty for timers. */
  viewer?: string;
  /** Message of the caller, to which a reply refers. */
  message?: string;
}

/** Preview as chat lines, one per platform, or why there is none. */
export function PreviewLines({ channelId, preview, about, viewer = "", message = "" }: PreviewLinesProps) {
  const { lines, error, isEmpty, isStale, retry } = preview;
  if (isEmpty) return <p className="muted fs-chat px-12 py-4">{about}</p>;
  if (error) {
    return (
      <p className="muted fs-chat px-12 py-4" role="alert">
        {messageOf(error)}{" "}
        <Button size="xs" onClick={retry}>
          Try again
        </Button>
      </p>
    );
  }
  if (!lines)
    return <Skeleton className={classes["waiting"] ?? ""} height={40} role="status" aria-label="Loading preview" />;
  if (lines.length === 0) {
    return (
      <p className="muted fs-chat px-12 py-4">
        No platforms connected yet. <Link to={`/channels/${channelId}/providers`}>Connect one</Link> to see a preview.
      </p>
    );
  }
  return (
    <ul className={classes["shown"]} data-stale={isStale || undefined} aria-label="Preview">
      {lines.map((line) => (
        <Line key={line.connection_id} line={line} viewer={viewer} message={message} />
      ))}
    </ul>
  );
}

interface LineProps {
  line: PreviewLine;
  viewer: string;
  message: string;
}

/** Preview on one platform, with notes about that platform. */
function Line({ line, viewer, message }: LineProps) {
  const name = platformName(usePlatforms(), line.provider);
  const hasText = line.parts.length > 0;
  return (
    <li className={classes["line"]} data-silent={!hasText || undefined}>
      <PlatformIcon provider={line.provider} size={14} label={name} />
      <div className={classes["content"]}>
        {line.kind === "reply" && hasText && (
          <div className="row small gap-6 muted">
            <IconArrowForwardUp size={13} aria-hidden="true" />
            <bdi>
              {viewer}: {message}
            </bdi>
          </div>
        )}
        {line.kind === "announce" && hasText && <div className="row small gap-6 muted">Announcement</div>}
        {line.parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the messages of a response have no ids.
          <div key={index}>
            <RoleBadges author={authorOf(line)} />
            <b className={classes["bot"]}>
              <bdi>{line.account_name}</bdi>
            </b>
            : <Part text={part} mention={mentionOf(line, index, viewer)} />
          </div>
        ))}
        {line.detail && <div className={hasText ? "small muted mt-2" : undefined}>{line.detail}</div>}
        {line.notes.map((note) => (
          <div key={note} className="small muted mt-2">
            {note}
          </div>
        ))}
      </div>
    </li>
  );
}

/** The account that sends the line: the bot, or without a bot the streamer's account. */
function authorOf({ account_name: name, is_bot }: PreviewLine) {
  return { id: "", login: "", name, colour: "", is_bot, is_broadcaster: !is_bot };
}

/** The mention at the beginning of the first message, to be shown in bold; empty if there is none. */
function mentionOf({ kind, parts }: PreviewLine, index: number, viewer: string): string {
  const mention = `@${viewer}`;
  return kind === "mention" && index === 0 && parts[0]?.startsWith(mention) ? mention : "";
}

function Part({ text, mention }: { text: string; mention: string }) {
  return (
    <bdi>
      {mention && <b>{mention}</b>}
      {text.slice(mention.length)}
    </bdi>
  );
}
