import { IconArrowForwardUp } from "@tabler/icons-react";
import { platformName, usePlatforms } from "../../api/platforms";
import type { PreviewLine } from "../../api/variables";
import { RoleBadges } from "../../ui/chat/role-badges";
import { PlatformIcon } from "../../ui/platform-icon";
import classes from "./command.module.css";

interface ShownLineProps {
  line: PreviewLine;
  viewer: string;
  /** What the viewer typed. */
  asked: string;
}

const BOT = { id: "", login: "", name: "", colour: "", is_bot: true };

/** What one platform would show, and what differs from what was wished. */
export function ShownLine({ line, viewer, asked }: ShownLineProps) {
  const name = platformName(usePlatforms(), line.provider);
  return (
    <li className={classes["line"]}>
      <PlatformIcon provider={line.provider} size={14} label={name} />
      <div className={classes["said"]}>
        {line.kind === "reply" && line.parts.length > 0 && (
          <div className={classes["parent"]}>
            <IconArrowForwardUp size={13} aria-hidden="true" />
            <bdi>
              {viewer}: {asked}
            </bdi>
          </div>
        )}
        {line.kind === "announce" && line.parts.length > 0 && <div className={classes["parent"]}>Announcement</div>}
        {line.parts.map((part, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the messages of an answer have no names.
          <div key={place}>
            <RoleBadges author={BOT} />
            <b className={classes["bot"]}>{line.account_name}</b>:{" "}
            <Part text={part} mention={mentionOf(line, place, viewer)} />
          </div>
        ))}
        {line.detail && <div className={line.parts.length > 0 ? classes["detail"] : undefined}>{line.detail}</div>}
        {line.notes.map((note) => (
          <div key={note} className={classes["detail"]}>
            {note}
          </div>
        ))}
      </div>
    </li>
  );
}

/** The name that the platform puts in front of the first message. */
function mentionOf({ kind, parts }: PreviewLine, place: number, viewer: string): string {
  const mention = `@${viewer}`;
  return kind === "mention" && place === 0 && parts[0]?.startsWith(mention) ? mention : "";
}

function Part({ text, mention }: { text: string; mention: string }) {
  return (
    <bdi>
      {mention && <b>{mention}</b>}
      {text.slice(mention.length)}
    </bdi>
  );
}
