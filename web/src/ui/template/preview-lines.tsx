import { platformName, usePlatforms } from "../../api/platforms";
import { type PreviewBody, type PreviewLine, usePreview } from "../../api/variables";
import { RoleBadges } from "../chat/role-badges";
import { ErrorPanel } from "../error-panel";
import { PlatformIcon } from "../platform-icon";
import { SkeletonRows } from "../skeleton-rows";
import classes from "./preview-lines.module.css";

const BOT = { id: "", login: "", name: "", colour: "", is_bot: true };

interface PreviewLinesProps {
  channelId: string;
  body: PreviewBody;
}

/** What each platform of the channel would show, as chat lines. */
export function PreviewLines({ channelId, body }: PreviewLinesProps) {
  const { data, error, refetch, isFetching } = usePreview(channelId, body);
  if (error && !data) {
    return <ErrorPanel isBare error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  }
  if (!data) return <SkeletonRows count={2} label="Loading the preview" />;
  if (data.lines.length === 0) {
    return <p className={classes["none"]}>Connect a platform to see what it would show.</p>;
  }
  return (
    <ul className={classes["lines"]} aria-label="Preview">
      {data.lines.map((line) => (
        <Line key={`${line.provider} ${line.connection_id}`} line={line} />
      ))}
    </ul>
  );
}

function Line({ line }: { line: PreviewLine }) {
  const name = platformName(usePlatforms(), line.provider);
  return (
    <li className={classes["line"]}>
      <PlatformIcon provider={line.provider} size={14} label={name} />
      <div className={classes["said"]}>
        {line.parts.map((part, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the messages of an answer have no names.
          <div key={place}>
            <RoleBadges author={BOT} />
            <b className={classes["bot"]}>{line.account_name}</b>: <bdi>{part}</bdi>
          </div>
        ))}
        {[line.detail, ...line.notes].filter(Boolean).map((words) => (
          <div key={words} className={classes["detail"]}>
            {words}
          </div>
        ))}
      </div>
    </li>
  );
}
