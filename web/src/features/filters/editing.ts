import type { FilterDraft } from "./filter-types";

/** What every part of the editor is given. */
export interface Editing {
  channelId: string;
  draft: FilterDraft;
  change: (part: Partial<FilterDraft>) => void;
  /** The server's words about a field, named as it names it: `settings.max`, `ladder.1.seconds`. */
  errorOf: (field: string) => string | undefined;
  isLocked: boolean;
}
