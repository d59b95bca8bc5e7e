import { useState } from "react";
import { fieldErrors } from "../../../api/errors";
import type { DraftBase, SavedDraft } from "../../../ui/editor/drafts";
import type { EditorForm } from "../../../ui/editor/use-editor-form";
import { type EditorSheetState, useEditorSheet } from "../../../ui/editor/use-editor-sheet";
import type { FilterDraft } from "../filter-types";
import { currentProblems, problemsOf, type TermRow } from "../terms/terms";

/** What is being edited: the fields of a filter, and its terms where it has some. */
export interface Contents extends FilterDraft {
  rows: readonly TermRow[];
}

export type FilterForm = EditorForm<Contents>;

interface SheetOptions {
  list: string;
  saved: DraftBase<Contents>;
  isNew: boolean;
  isGone: boolean;
  isLocked: boolean;
  onSave: (contents: Contents, base: DraftBase<Contents>) => Promise<SavedDraft<Contents>>;
}

interface FilterSheet {
  sheet: EditorSheetState<Contents>;
  /** What is wrong with a term, by the key of its row. */
  problems: Readonly<Record<number, string>>;
}

const NONE: ReadonlyMap<TermRow, string> = new Map();

/** The editor of a filter; what the server refuses of a term stays with its row until that row changes. */
export function useFilterSheet({ onSave, ...options }: SheetOptions): FilterSheet {
  const [refused, setRefused] = useState(NONE);
  const sheet = useEditorSheet<Contents>({
    ...options,
    onSave: async (contents, base) => {
      setRefused(NONE);
      try {
        return await onSave(contents, base);
      } catch (error) {
        setRefused(problemsOf(contents.rows, fieldErrors(error)));
        throw error;
      }
    },
  });
  return { sheet, problems: currentProblems(sheet.form.draft.rows, refused) };
}
