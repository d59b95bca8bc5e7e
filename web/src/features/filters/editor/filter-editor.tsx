import { TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { HistoryLink } from "../../../session/access/history-link";
import { Segments } from "../../../ui/buttons/segments";
import type { DraftBase } from "../../../ui/editor/drafts";
import { EditorHead } from "../../../ui/editor/editor-head";
import { EditorSheet } from "../../../ui/editor/editor-sheet";
import { Tag } from "../../../ui/tag";
import { MessageTest } from "../backtest/message-test";
import { ExemptSection } from "../exemptions/exempt-section";
import { MAY_NOT_MANAGE } from "../filter-labels";
import type { FilterTypeInfo } from "../filter-types";
import { LadderSection } from "../penalties/ladder-section";
import { WarningSection } from "../penalties/warning-section";
import { DeleteFilterDialog } from "./delete-filter-dialog";
import classes from "./filter-editor.module.css";
import type { FormProps } from "./form-props";
import { ResultsPanel } from "./results-panel";
import { RuleSection } from "./rule-section";
import { type FilterContents, useFilterSheet } from "./use-filter-sheet";
import { useRules } from "./use-rules";
import { useSaveFilter } from "./use-save-filter";

interface FilterEditorProps {
  channelId: string;
  type: FilterTypeInfo;
  /** Null for a new filter. */
  filterId: string | null;
  saved: DraftBase<FilterContents>;
  /** Whether another user has deleted the filter since the editor was opened. */
  isDeleted?: boolean;
  canManage: boolean;
}

export function FilterEditor({ channelId, type, filterId, saved, isDeleted = false, canManage }: FilterEditorProps) {
  const [isDeleting, deleting] = useDisclosure();
  const list = `/channels/${channelId}/chat-filters`;
  const { sheet, problems } = useFilterSheet({
    list,
    saved,
    isNew: filterId === null,
    isDeleted,
    isLocked: !canManage,
    changedInList: ["enabled"],
    onSave: useSaveFilter(channelId, isDeleted ? null : filterId),
  });
  const { draft, change, errorOf, isLocked } = sheet.form;
  const rules = useRules(channelId, filterId, sheet.form);
  const form: FormProps = { channelId, draft, change, errorOf, isLocked };
  const title = draft.name.trim() || type.title;
  return (
    <EditorSheet
      sheet={sheet}
      item="filter"
      title={title}
      label={`Filter ${title}`}
      lockedBecause={`${MAY_NOT_MANAGE}. You can still test it.`}
      width="wide"
      className={classes["columns"]}
      head={
        <EditorHead
          title={title}
          tag={<Tag>{type.tag}</Tag>}
          tools={
            <>
              <ModeSwitch {...form} />
              {filterId !== null && !isDeleted && <HistoryLink section="filters" name={saved.draft.name} />}
            </>
          }
          isSaved={filterId !== null && !isDeleted}
          onDelete={filterId !== null && !isDeleted && canManage ? deleting.open : null}
          onClose={sheet.close}
        />
      }
      preview={<MessageTest rules={rules} />}
    >
      <div className="miw-0">
        <NameField {...form} />
        <RuleSection {...form} type={type} problems={problems} />
        <ExemptSection {...form} />
        <LadderSection {...form} />
        <WarningSection {...form} />
      </div>
      <div className="miw-0">
        <ResultsPanel rules={rules} />
      </div>
      {filterId !== null && (
        <DeleteFilterDialog
          channelId={channelId}
          filterId={filterId}
          name={title}
          opened={isDeleting}
          onClose={deleting.close}
          onLeave={() => sheet.leave(list)}
        />
      )}
    </EditorSheet>
  );
}

const MODES = [
  { value: "on", label: "On" },
  { value: "shadow", label: "Shadow" },
] as const;

function ModeSwitch({ draft, change, isLocked }: FormProps) {
  return (
    <Segments
      label="Mode"
      value={draft.mode}
      options={MODES}
      lockedBecause={isLocked ? MAY_NOT_MANAGE : undefined}
      onChange={(mode) => change({ mode })}
    />
  );
}

const MAX_NAME_LENGTH = 100;

function NameField({ draft, change, errorOf, isLocked }: FormProps) {
  return (
    <TextInput
      label="Name"
      value={draft.name}
      maxLength={MAX_NAME_LENGTH}
      autoComplete="off"
      disabled={isLocked}
      error={errorOf("name")}
      onChange={(event) => change({ name: event.currentTarget.value })}
    />
  );
}
