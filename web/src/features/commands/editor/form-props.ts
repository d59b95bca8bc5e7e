import type { CommandDraft } from "../../../ui/command/new-command";
import type { EditorForm } from "../../../ui/editor/use-editor-form";

export interface FormProps
  extends Pick<EditorForm<CommandDraft>, "draft" | "change" | "errorOf" | "invalidFields" | "failure" | "isLocked"> {
  channelId: string;
  /** Null for a new command. */
  commandId: string | null;
}
