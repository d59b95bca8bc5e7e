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
  /** What is edited: "command". */
  what: string;
  title: string;
  /** What is open, for those who hear it. */
  label: string;
  /** Why nothing can be changed here. */
  lockedBecause: string;
  width?: SheetWidth;
  head: ReactNode;
  /** What can be tried beside the button that saves. */
  preview?: ReactNode;
  /** How the body lays out its parts. */
  className?: string | undefined;
  children: ReactNode;
}

/** The frame of every editor: its head, what is in the way, its fields, and the bar that saves. */
export function EditorSheet<Draft extends object>(props: EditorSheetProps<Draft>) {
  const { sheet, what, title, label, lockedBecause, width = "usual", head, preview, className, children } = props;
  const { form, list, isGone, blocker, close } = sheet;
  // What is made anew is untouched once it is stored: whoever writes keeps the field until its new editor is there.
  const isInUse = form.isTouched || form.isSaving;
  if (isGone && (form.isLocked || !isInUse)) {
    return (
      <SideSheet label={label} width={width} onClose={close}>
        <PageTitle>{title}</PageTitle>
        <div className={classes["waiting"]}>
          <NotFoundState what={what} list={list} />
        </div>
      </SideSheet>
    );
  }
  return (
    <SideSheet label={label} width={width} onClose={close}>
      <PageTitle>{title}</PageTitle>
      {head}
      <EditorNotice form={form} what={what} isGone={isGone} lockedBecause={lockedBecause} />
      <div className={clsx(classes["body"], className)}>{children}</div>
      {(preview !== undefined || !form.isLocked) && (
        <footer className={classes["foot"]}>
          {preview}
          {!form.isLocked && <SaveBar form={form} />}
        </footer>
      )}
      <UnsavedDialog blocker={blocker} message={`What you changed in this ${what} is not saved yet.`} />
    </SideSheet>
  );
}
