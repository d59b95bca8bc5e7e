import { useState } from "react";
import { fieldErrors } from "../../../api/errors";
import type { DraftBase, SavedDraft } from "../../../ui/editor/drafts";
import type { EditorForm } from "../../../ui/editor/use-editor-form";
import { type EditorSheetState, useEditorSheet } from "../../../ui/editor/use-editor-sheet";
import type { FilterDraft } from "../filter-types";
import { currentProblems, problemsOf, type TermRow } from "../terms/terms";

/** The edited fields of a filter, with its terms. */
export interface FilterContents extends FilterDraft {
  rows: readonly TermRow[];
}

export type FilterForm = EditorForm<FilterContents>;

interface SheetOptions {
  list: string;
  saved: DraftBase<FilterContents>;
  isNew: boolean;
  isDeleted: boolean;
  isLocked: boolean;
  onSave: (contents: FilterContents, base: DraftBase<FilterContents>) => Promise<SavedDraft<FilterContents>>;
}

interface FilterSheet {
  sheet: EditorSheetState<FilterContents>;
  /** Errors of terms, by the key of their row. */
  problems: Readonly<Record<number, string>>;
}

const NONE: ReadonlyMap<TermRow, string> = new Map();

/** Editor state of a filter; the server's error of a term stays at its row until the row changes. */
export function useFilterSheet({ onSave, ...options }: SheetOptions): FilterSheet {
  const [termErrors, setTermErrors] = useState(NONE);
  const sheet = useEditorSheet<FilterContents>({
    ...options,
    onSave: async (contents, base) => {
      setTermErrors(NONE);
      try {
        return await onSave(contents, base);
      } catch (error) {
        setTermErrors(problemsOf(contents.rows, fieldErrors(error)));
        throw error;
      }
    },
  });
  return { sheet, problems: currentProblems(sheet.form.draft.rows, termErrors) };
}
