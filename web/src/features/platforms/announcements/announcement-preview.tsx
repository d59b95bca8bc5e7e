import { longDateTime } from "../../../lib/time/dates";
import classes from "./announcements.module.css";
import type { AnnouncementMessage } from "./announcements.queries";

interface PreviewProps {
  label: string;
  message: AnnouncementMessage;
  isOver?: boolean;
}

/** An announcement with its embed, as the platform shows it. */
export function AnnouncementPreview({ label, message, isOver = false }: PreviewProps) {
  return (
    <figure className={classes["preview"]}>
      <figcaption className={classes["caption"]}>{label}</figcaption>
      <p className={classes["content"]}>
        {message.mention && <span className={classes["mention"]}>{message.mention}</span>} {message.text}
      </p>
      <div className={classes["embed"]} data-ended={isOver || undefined}>
        <span className={classes["small"]}>{message.author}</span>
        <b>{message.title}</b>
        <dl className={classes["fields"]}>
          {message.fields.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
          <div>
            <dt>{message.links_name}</dt>
            <dd>{message.links.map(({ name }) => name).join(" · ")}</dd>
          </div>
        </dl>
        <time className={classes["small"]} dateTime={message.at}>
          {longDateTime(message.at)}
        </time>
      </div>
    </figure>
  );
}
