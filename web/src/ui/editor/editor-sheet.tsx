import { clsx } from "clsx";
import type { ReactNode } from "react";
import { PageTitle } from "../page/page-title";
import { type SheetWidth, SideSheet } from "../sheet/side-sheet";
import { UnsavedDialog } from "../sheet/unsaved-guard";
import classes from "./editor.module.css";
import { EditorNotice } from "./editor-notice";
import { NotFoundState } from "./not-found-state";
import { SaveBar } from "./save-bar";
import type { EditorSheetState } from "./use-editor-sheet";

interface EditorSheetProps<Draft extends object> {
  sheet: EditorSheetState<Draft>;
  /** Kind of item: "command". */
  item: string;
  title: string;
  /** Accessible name. */
  label: string;
  /** Reason why the editor is read-only. */
  lockedBecause: string;
  width?: SheetWidth;
  head: ReactNode;
  /** Preview of the edited item, beside the Save button. */
  preview?: ReactNode;
  /** Layout class of the body. */
  className?: string | undefined;
  children: ReactNode;
}

/** Frame of every editor: head, notice, fields and save bar. */
export function EditorSheet<Draft extends object>(props: EditorSheetProps<Draft>) {
  const { sheet, item, title, label, lockedBecause, width = "usual", head, preview, className, children } = props;
  const { form, list, isDeleted, blocker, close } = sheet;
  // While a deleted item is created again, its fields stay mounted until the new editor opens.
  const isInUse = form.hasChanges || form.isSaving;
  if (isDeleted && (form.isLocked || !isInUse)) {
    return (
      <SideSheet label={label} width={width} onClose={close}>
        <PageTitle>{title}</PageTitle>
        <div className="pt-16 pb-16 px-20">
          <NotFoundState item={item} list={list} />
        </div>
      </SideSheet>
    );
  }
  return (
    <SideSheet label={label} width={width} onClose={close}>
      <PageTitle>{title}</PageTitle>
      {head}
      <EditorNotice form={form} item={item} isDeleted={isDeleted} lockedBecause={lockedBecause} />
      <div className={clsx(classes["body"], className)}>{children}</div>
      {(preview !== undefined || !form.isLocked) && (
        <footer className={classes["foot"]}>
          {preview}
          {!form.isLocked && <SaveBar form={form} />}
        </footer>
      )}
      <UnsavedDialog blocker={blocker} message={`Your changes to this ${item} aren't saved.`} />
    </SideSheet>
  );
}
