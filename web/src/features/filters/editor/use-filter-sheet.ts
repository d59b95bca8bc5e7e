import { useState } from "react";
import { fieldErrors } from "../../../api/errors";
import type { DraftBase, SavedDraft } from "../../../ui/editor/drafts";
import type { EditorForm } from "../../../ui/editor/use-editor-form";
import { type EditorSheetState, useEditorSheet } from "../../../ui/editor/use-editor-sheet";
import type { FilterDraft, Term } from "../filter-types";
import { addTerms, currentProblems, problemsOf, type TermList, type TermRow, unaddedOf } from "../terms/terms";

/** The edited fields of a filter, with its terms. */
export interface FilterContents extends FilterDraft, TermList {}

export type FilterForm = EditorForm<FilterContents>;

interface SheetOptions {
  list: string;
  saved: DraftBase<FilterContents>;
  isNew: boolean;
  isDeleted: boolean;
  isLocked: boolean;
  changedInList: readonly (keyof FilterContents)[];
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
    onSave: async ({ unadded, ...contents }, base) => {
      setTermErrors(NONE);
      const rows = unadded ? add(contents.rows, unadded) : contents.rows;
      try {
        return await onSave({ ...contents, rows }, base);
      } catch (error) {
        setTermErrors(problemsOf(rows, fieldErrors(error)));
        throw error;
      }
    },
  });
  // Added to the form too, which shows the errors of terms at their rows.
  const add = (before: readonly TermRow[], { text, kind }: Term) => {
    const { rows, overLimit } = addTerms(before, text, kind);
    sheet.form.change({ rows, unadded: unaddedOf(overLimit, kind) });
    return rows;
  };
  return { sheet, problems: currentProblems(sheet.form.draft.rows, termErrors) };
}
