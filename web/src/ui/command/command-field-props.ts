import type { CommandDraft } from "./new-command";

/** Props of the fields that commands of channels and of templates share. */
export interface CommandFieldProps {
  draft: CommandDraft;
  change: (part: Partial<CommandDraft>) => void;
  errorOf: (field: string) => string | undefined;
  isLocked?: boolean | undefined;
}
