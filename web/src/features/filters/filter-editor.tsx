import { useDisclosure, useHotkeys } from "@mantine/hooks";
import { useNavigate } from "react-router";
import { PageTitle } from "../../ui/page-title";
import { SideSheet } from "../../ui/side-sheet";
import { UnsavedDialog, useUnsavedGuard } from "../../ui/unsaved-guard";
import { CaughtSection } from "./caught-section";
import { DeleteFilterDialog } from "./delete-filter-dialog";
import classes from "./editor.module.css";
import { EditorNotice } from "./editor-notice";
import { EvidencePanel } from "./evidence-panel";
import { ExemptSection } from "./exempt-section";
import { SaveBar } from "./filter-foot";
import { FilterHead } from "./filter-head";
import { WORDS } from "./filter-words";
import { LadderSection } from "./ladder-section";
import { NameSection } from "./name-section";
import { useSaveFilter } from "./saving";
import { TestSentence } from "./test-sentence";
import { type Kept, useFilterForm } from "./use-filter-form";
import { useRules } from "./use-rules";
import { WarningSection } from "./warning-section";

interface FilterEditorProps {
  channelId: string;
  /** Null for a filter that was never saved. */
  filterId: string | null;
  saved: Kept;
  canManage: boolean;
}

const UNSAVED = "What you changed in this filter is not saved yet.";

export function FilterEditor({ channelId, filterId, saved, canManage }: FilterEditorProps) {
  const navigate = useNavigate();
  const [isDeleting, deleting] = useDisclosure();
  const list = `/channels/${channelId}/chat-filters`;
  const save = useSaveFilter(channelId, filterId);
  const form = useFilterForm({
    saved,
    isNew: filterId === null,
    isLocked: !canManage,
    onSave: save,
    onCreated: (id) => leave(`${list}/${id}`),
  });
  const guard = useUnsavedGuard(form.isTouched && canManage);
  const rules = useRules(channelId, filterId, form);
  const leave = (path: string) => {
    guard.letGo();
    void navigate(path, { replace: true });
  };
  const close = () => void navigate(list);
  useHotkeys([["mod+S", form.save]], [], true);

  const editing = { channelId, draft: form.draft, change: form.change, errorOf: form.errorOf, isLocked: !canManage };
  const title = form.draft.name.trim() || WORDS[form.draft.type].name;
  return (
    <SideSheet label={`Filter ${title}`} onClose={close}>
      <PageTitle>{title}</PageTitle>
      <FilterHead {...editing} title={title} onClose={close} onDelete={filterId === null ? null : deleting.open} />
      <EditorNotice form={form} />
      <div className={classes["body"]}>
        <div className={classes["column"]}>
          <NameSection {...editing} />
          <CaughtSection form={form} editing={editing} />
          <ExemptSection {...editing} />
          <LadderSection {...editing} />
          <WarningSection {...editing} />
        </div>
        <div className={classes["column"]}>
          <EvidencePanel rules={rules} />
        </div>
      </div>
      <footer className={classes["foot"]}>
        <TestSentence rules={rules} />
        <SaveBar form={form} />
      </footer>
      <UnsavedDialog blocker={guard.blocker} message={UNSAVED} />
      {filterId !== null && (
        <DeleteFilterDialog
          channelId={channelId}
          filterId={filterId}
          name={title}
          opened={isDeleting}
          onClose={deleting.close}
          onDeleted={() => leave(list)}
        />
      )}
    </SideSheet>
  );
}
