import type { FilterContents } from "./use-filter-sheet";

export interface FormProps {
  channelId: string;
  draft: FilterContents;
  change: (part: Partial<FilterContents>) => void;
  /** Server error of a field by its API path: `settings.max`, `ladder.1.seconds`. */
  errorOf: (field: string) => string | undefined;
  isLocked: boolean;
}
