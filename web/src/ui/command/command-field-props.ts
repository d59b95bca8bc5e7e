import type { CommandDraft } from "./new-command";

/** Props of the fields shared by the editors of channel commands and template commands. */
export interface CommandFieldProps {
  draft: CommandDraft;
  change: (part: Partial<CommandDraft>) => void;
  errorOf: (field: string) => string | undefined;
  isLocked?: boolean | undefined;
}
