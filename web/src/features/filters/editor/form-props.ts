import type { Contents } from "./use-filter-sheet";

/** What every part of the editor is given. */
export interface FormProps {
  channelId: string;
  draft: Contents;
  change: (part: Partial<Contents>) => void;
  /** The server's words about a field, named as it names it: `settings.max`, `ladder.1.seconds`. */
  errorOf: (field: string) => string | undefined;
  isLocked: boolean;
}
