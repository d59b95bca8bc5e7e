import { Button } from "@mantine/core";
import { IconArrowNarrowRight, IconPencil } from "@tabler/icons-react";
import { ConflictChoice } from "../../ui/import/conflict-choice";
import type { Resolution } from "../../ui/import/conflicts";
import { problemLabel } from "../../ui/import/problem-labels";
import { ResultLine } from "../../ui/import/result-line";
import { Tag } from "../../ui/tag";
import { EntryField, EntryText } from "./entry-field";
import { detailsOf, namesOf, textsOf, withText } from "./entry-texts";
import classes from "./import.module.css";
import { KIND_LABELS, MAPPING_LABELS } from "./import-labels";
import type { Entry } from "./import-types";
import { canBeSent, hasNameConflict, isImportedRow, nameOf, type Row } from "./review";

interface ReviewRowProps {
  channelId: string;
  row: Row;
  policy: Resolution;
  /** Whether an import is in progress, which locks changes. */
  isSending: boolean;
  onChange: (part: Partial<Row>) => void;
  onEdit: (entry: Entry) => void;
}

/** One import item: before, after, notes and errors. */
export function ReviewRow({ channelId, row, policy, isSending, onChange, onEdit }: ReviewRowProps) {
  const isLocked = isSending || isImportedRow(row);
  const isEditing = row.isOpen && !isLocked;
  return (
    <div className={classes["row"]} data-done={isImportedRow(row) || undefined}>
      <input
        type="checkbox"
        className={classes["checkbox"]}
        aria-label={`Import ${nameOf(row)}`}
        checked={row.isSelected && canBeSent(row)}
        disabled={isLocked || !canBeSent(row)}
        onChange={() => onChange({ isSelected: !row.isSelected })}
      />
      <div className="grow gap-4 miw-0 grid">
        <RowHead row={row} isEditing={isEditing} onEdit={isLocked ? null : () => onChange({ isOpen: !row.isOpen })} />
        <Sides channelId={channelId} row={row} isEditing={isEditing} onEdit={onEdit} />
        {row.notes.length > 0 && (
          <ul className={classes["notes"]}>
            {row.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
        {row.problems.map((problem) => (
          <p key={problem} className="small breaks red">
            {problemLabel(problem)}
          </p>
        ))}
        {hasNameConflict(row) && !isImportedRow(row) && (
          <ConflictChoice
            name={row.key}
            existing={row.clashes.length > 0 ? row.clashes : [row.key]}
            value={row.conflicts ?? policy}
            isLocked={isSending || !row.isSelected}
            onChange={(conflicts) => onChange({ conflicts })}
          />
        )}
      </div>
    </div>
  );
}

interface RowHeadProps {
  row: Row;
  isEditing: boolean;
  /** Opens or closes the editor; null while an import is in progress, and for an imported row. */
  onEdit: (() => void) | null;
}

function RowHead({ row, isEditing, onEdit }: RowHeadProps) {
  const names = namesOf(row.entry);
  const { label, tone } = MAPPING_LABELS[row.maps];
  return (
    <div className="row wrap column-gap-8 row-gap-2">
      <span className={classes["names"]}>
        <bdi className={classes["name"]} data-kind={row.kind}>
          {names[0] ?? nameOf(row)}
        </bdi>
        {names.slice(1).map((name) => (
          <bdi key={name}>{name}</bdi>
        ))}
      </span>
      {row.kind !== "commands" && <Tag>{KIND_LABELS[row.kind].one}</Tag>}
      <Tag tone={tone}>{label}</Tag>
      {row.isEdited && <Tag>Edited</Tag>}
      {row.result && <ResultLine result={row.result} />}
      {onEdit && (
        <Button
          size="xs"
          variant="subtle"
          className={classes["edit"] ?? ""}
          leftSection={<IconPencil size={14} />}
          aria-expanded={isEditing}
          aria-label={`Edit ${nameOf(row)}`}
          onClick={onEdit}
        >
          {isEditing ? "Close" : "Edit"}
        </Button>
      )}
    </div>
  );
}

interface SidesProps {
  channelId: string;
  row: Row;
  isEditing: boolean;
  onEdit: (entry: Entry) => void;
}

/** The texts before and after the import, or one text if both are equal. */
function Sides({ channelId, row, isEditing, onEdit }: SidesProps) {
  const texts = textsOf(row.kind, row.entry);
  const isSame = texts.length === 1 && texts[0] === row.before.text && !isEditing;
  const details = detailsOf(row.kind, row.entry);
  return (
    <div className={classes["sides"]} data-same={isSame || undefined}>
      {!isSame && (
        <div className="gap-2 miw-0 grid">
          <span className="micro faint">Before</span>
          <bdi className={classes["before"]}>{row.before.text}</bdi>
          <span className={classes["details"]}>{row.before.details.join(" · ")}</span>
        </div>
      )}
      {!isSame && <IconArrowNarrowRight className={classes["arrow"]} size={18} aria-hidden="true" />}
      <div className="gap-2 miw-0 grid">
        {!isSame && <span className="micro faint">After</span>}
        {texts.map((text, index) =>
          isEditing ? (
            <EntryField
              // biome-ignore lint/suspicious/noArrayIndexKey: texts have no id
              key={index}
              channelId={channelId}
              row={row}
              label={texts.length === 1 ? `Text of ${nameOf(row)}` : `Text ${index + 1} of ${nameOf(row)}`}
              text={text}
              onChange={(next) => onEdit(withText(row.kind, row.entry, index, next))}
            />
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: texts have no id
            <EntryText key={index} row={row} text={text} />
          ),
        )}
        <span className={classes["details"]}>{details.join(" · ")}</span>
      </div>
    </div>
  );
}
