import { useDisclosure } from "@mantine/hooks";
import { ConflictChoice } from "../../../ui/import/conflict-choice";
import { problemLabel } from "../../../ui/import/problem-labels";
import { DEFAULT_CALLER } from "../../../ui/preview/caller";
import previewClasses from "../../../ui/preview/preview.module.css";
import { PreviewLines } from "../../../ui/preview/preview-lines";
import { useDebouncedPreview } from "../../../ui/preview/use-debounced-preview";
import { TemplateText } from "../../../ui/template/template-text";
import { commandOf, previewRequest } from "../template-draft";
import type { TemplateCommand, TemplateRow } from "../template-types";
import { type ImportPlan, resolutionFor, toggle, withChoice } from "./import-plan";
import classes from "./import-template.module.css";

interface CommandRowProps {
  channelId: string;
  row: TemplateRow;
  plan: ImportPlan;
  onPlan: (plan: ImportPlan) => void;
}

/** One command of the template: names, first response, conflicts, problems and preview. */
export function CommandRow({ channelId, row, plan, onPlan }: CommandRowProps) {
  const [isPreviewOpen, preview] = useDisclosure();
  const { key, clashes, problems } = row;
  const command = commandOf(row.entry);
  const isValid = problems.length === 0;
  const isSelected = isValid && plan.selected.has(key);
  return (
    <li className={classes["row"]}>
      <input
        type="checkbox"
        className={classes["checkbox"]}
        aria-label={key}
        checked={isSelected}
        disabled={!isValid}
        onChange={() => onPlan(toggle(plan, key))}
      />
      <div className="grow gap-4 miw-0 grid">
        <div className={classes["names"]}>
          <bdi className="breaks fs-chat fw-500 mono bright">{command.cmds[0]}</bdi>
          {command.cmds.slice(1).map((name) => (
            <bdi key={name}>{name}</bdi>
          ))}
          <button
            type="button"
            className={classes["previewToggle"]}
            aria-expanded={isPreviewOpen}
            aria-label={`Preview ${key}`}
            onClick={preview.toggle}
          >
            {isPreviewOpen ? "Hide preview" : "Preview"}
          </button>
        </div>
        <TemplateText text={command.responses[0]?.text ?? ""} />
        {clashes.length > 0 && (
          <ConflictChoice
            name={key}
            existing={clashes}
            value={resolutionFor(plan, key)}
            isLocked={!isSelected}
            onChange={(conflicts) => onPlan(withChoice(plan, key, conflicts))}
          />
        )}
        {problems.map((problem) => (
          <p key={problem} className="small breaks red">
            {problemLabel(problem)}
          </p>
        ))}
        {isPreviewOpen && <CommandPreview channelId={channelId} command={command} />}
      </div>
    </li>
  );
}

function CommandPreview({ channelId, command }: { channelId: string; command: TemplateCommand }) {
  const preview = useDebouncedPreview(channelId, previewRequest(command, 0, DEFAULT_CALLER));
  return (
    <div className={previewClasses["lines"]}>
      <PreviewLines
        channelId={channelId}
        preview={preview}
        about="No response."
        viewer={DEFAULT_CALLER.name}
        message={command.cmds[0] ?? ""}
      />
    </div>
  );
}
