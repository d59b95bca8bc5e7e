import type { CommandDraft } from "../../../ui/command/new-command";
import type { EditorForm } from "../../../ui/editor/use-editor-form";

/** What every part of the editor is given. */
export interface FormProps
  extends Pick<EditorForm<CommandDraft>, "draft" | "change" | "errorOf" | "refused" | "failure" | "isLocked"> {
  channelId: string;
  /** Null for a command that was never saved. */
  commandId: string | null;
}
