import { platformName, usePlatforms } from "../../api/platforms";
import type { PreviewLine } from "../../api/variables";
import { RoleBadges } from "../../ui/chat/role-badges";
import { PlatformIcon } from "../../ui/platform-icon";
import classes from "./editor-parts.module.css";

interface MessagePreviewProps {
  title: string;
  /** One for each connected platform; nothing while they are on their way. */
  lines: readonly PreviewLine[] | undefined;
  isEmpty: boolean;
  isFailed: boolean;
}

const BOT = { id: "", login: "", name: "", colour: "", is_bot: true };

/** The message as chat would show it, on each platform that is connected. */
export function MessagePreview({ title, lines, isEmpty, isFailed }: MessagePreviewProps) {
  return (
    <section className={classes["preview"]} aria-label={title}>
      <h4 className={classes["previewTitle"]}>{title}</h4>
      <div className={classes["lines"]}>
        {lines && lines.length > 0 ? (
          lines.map((line) => <Line key={line.connection_id ?? line.provider} line={line} />)
        ) : (
          <p className={classes["none"]}>{reason(isEmpty, isFailed, lines === undefined)}</p>
        )}
      </div>
    </section>
  );
}

function reason(isEmpty: boolean, isFailed: boolean, isWaiting: boolean): string {
  if (isEmpty) return "Write a message to see it as chat will.";
  if (isFailed) return "The preview could not be loaded. Saving works without it.";
  return isWaiting ? "…" : "No platform is connected, so nothing is said anywhere.";
}

function Line({ line }: { line: PreviewLine }) {
  const name = platformName(usePlatforms(), line.provider);
  return (
    <div className={classes["line"]}>
      <PlatformIcon provider={line.provider} size={14} label={name} />
      <div className={classes["lineWords"]}>
        {line.parts.map((part, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts are told anew together and have nothing but their place
          <p key={place}>
            <RoleBadges author={BOT} />
            <bdi className={classes["bot"]}>{line.account_name}</bdi>: <bdi>{part}</bdi>
          </p>
        ))}
        {line.notes.map((note) => (
          <p key={note} className={classes["note"]}>
            {note}
          </p>
        ))}
        {line.detail !== "" && <p className={classes["note"]}>{line.detail}</p>}
      </div>
    </div>
  );
}
