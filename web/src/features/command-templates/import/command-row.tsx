import { useDisclosure } from "@mantine/hooks";
import { ConflictChoice } from "../../../ui/import/conflict-choice";
import { problemLabel } from "../../../ui/import/problem-labels";
import { DEFAULT_CALLER } from "../../../ui/preview/caller";
import shownAs from "../../../ui/preview/preview.module.css";
import { PreviewLines } from "../../../ui/preview/preview-lines";
import { useDebouncedPreview } from "../../../ui/preview/use-debounced-preview";
import { TemplateText } from "../../../ui/template/template-text";
import { commandOf, previewRequest } from "../template-draft";
import type { TemplateCommand, TemplateRow } from "../template-types";
import { conflictsFor, type Plan, toggle, withOwn } from "./import-plan";
import classes from "./import-template.module.css";

interface CommandRowProps {
  channelId: string;
  row: TemplateRow;
  plan: Plan;
  onPlan: (plan: Plan) => void;
}

/** One command that can be taken: its names, its answer, what it would meet, and how chat would look. */
export function CommandRow({ channelId, row, plan, onPlan }: CommandRowProps) {
  const [isShown, shown] = useDisclosure();
  const { key, clashes, problems } = row;
  const command = commandOf(row.entry);
  const isPossible = problems.length === 0;
  const isTicked = isPossible && plan.ticked.has(key);
  return (
    <li className={classes["row"]}>
      <input
        type="checkbox"
        className={classes["tick"]}
        aria-label={key}
        checked={isTicked}
        disabled={!isPossible}
        onChange={() => onPlan(toggle(plan, key))}
      />
      <div className={classes["words"]}>
        <div className={classes["names"]}>
          <bdi className={classes["name"]}>{command.cmds[0]}</bdi>
          {command.cmds.slice(1).map((name) => (
            <bdi key={name}>{name}</bdi>
          ))}
          <button
            type="button"
            className={classes["look"]}
            aria-expanded={isShown}
            aria-label={`Preview ${key}`}
            onClick={shown.toggle}
          >
            {isShown ? "Hide preview" : "Preview"}
          </button>
        </div>
        <TemplateText text={command.responses[0]?.text ?? ""} />
        {clashes.length > 0 && (
          <ConflictChoice
            name={key}
            clashes={clashes}
            value={conflictsFor(plan, key)}
            isLocked={!isTicked}
            onChange={(conflicts) => onPlan(withOwn(plan, key, conflicts))}
          />
        )}
        {problems.map((problem) => (
          <p key={problem} className={classes["problem"]}>
            {problemLabel(problem)}
          </p>
        ))}
        {isShown && <Look channelId={channelId} command={command} />}
      </div>
    </li>
  );
}

function Look({ channelId, command }: { channelId: string; command: TemplateCommand }) {
  const preview = useDebouncedPreview(channelId, previewRequest(command, 0, DEFAULT_CALLER));
  return (
    <div className={shownAs["lines"]}>
      <PreviewLines
        channelId={channelId}
        preview={preview}
        about="It says nothing."
        viewer={DEFAULT_CALLER.name}
        asked={command.cmds[0] ?? ""}
      />
    </div>
  );
}
