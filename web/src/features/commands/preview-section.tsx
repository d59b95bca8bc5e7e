import { Button, Skeleton } from "@mantine/core";
import { Link } from "react-router";
import { messageOf } from "../../api/errors";
import type { PreviewLine } from "../../api/variables";
import type { Asker } from "./asker";
import { AskerPopover } from "./asker-popover";
import classes from "./command.module.css";
import { levelChoices } from "./command-words";
import { useRoles } from "./commands.queries";
import type { Editing } from "./editing";
import { ShownLine } from "./preview-line";
import { useTrial } from "./use-trial";

interface PreviewSectionProps extends Editing {
  asker: Asker;
  onAsker: (asker: Asker) => void;
  /** The answer that is shown. */
  active: number;
}

/** The answer as a chat line on each platform, asked for by somebody; nothing is sent. */
export function PreviewSection({ asker, onAsker, active, ...editing }: PreviewSectionProps) {
  const isOne = editing.draft.responses.length === 1;
  return (
    <section className={classes["preview"]} aria-labelledby="preview-title">
      <div className={classes["bar"]}>
        <h3 id="preview-title" className={classes["label"]}>
          {isOne ? "Preview" : `Preview of answer ${active + 1}`}
        </h3>
        <AskerPopover asker={asker} onChange={onAsker} />
      </div>
      <div className={classes["lines"]}>
        <Refused {...editing} asker={asker} />
        <Lines editing={editing} asker={asker} active={active} />
      </div>
    </section>
  );
}

/** Whoever may not use a command gets no answer, whatever the answer is. */
function Refused({ draft, asker }: Editing & { asker: Asker }) {
  const roles = useRoles().data ?? [];
  if (asker.level >= draft.access_level) return null;
  const level = levelChoices(roles).find(({ value }) => value === String(draft.access_level));
  return (
    <p className={classes["refused"]}>
      <bdi>{asker.name}</bdi> gets no answer{level && ` (${level.label.toLowerCase()})`}. Others would see:
    </p>
  );
}

function Lines({ editing, asker, active }: { editing: Editing; asker: Asker; active: number }) {
  const { preview, error, isStale, retry } = useTrial(editing, active, asker);
  const isEmpty = (editing.draft.responses[active]?.text ?? "").trim() === "";
  if (isEmpty) return <p className={classes["nothing"]}>Write an answer to see it here, on each of your platforms.</p>;
  if (error) {
    return (
      <p className={classes["nothing"]} role="alert">
        {messageOf(error)}{" "}
        <Button size="xs" onClick={retry}>
          Try again
        </Button>
      </p>
    );
  }
  if (!preview) return <Skeleton className={classes["waiting"] ?? ""} height={40} aria-label="Making the preview" />;
  if (preview.lines.length === 0) {
    return (
      <p className={classes["nothing"]}>
        No platform is connected yet. <Link to={`/channels/${editing.channelId}/providers`}>Connect one</Link> to see
        what it would show.
      </p>
    );
  }
  const asked = [editing.draft.cmds[0] ?? "", asker.words].join(" ").trim();
  return (
    <ul className={classes["shown"]} data-stale={isStale || undefined}>
      {preview.lines.map((line: PreviewLine) => (
        <ShownLine key={line.connection_id} line={line} viewer={asker.name} asked={asked} />
      ))}
    </ul>
  );
}
