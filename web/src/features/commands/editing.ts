import type { EditorForm } from "../../ui/editor/use-editor-form";
import type { CommandDraft } from "../../ui/template/new-command";

/** What every part of the editor is given. */
export interface Editing
  extends Pick<EditorForm<CommandDraft>, "draft" | "change" | "errorOf" | "refused" | "failure" | "isLocked"> {
  channelId: string;
  /** Null for a command that was never saved. */
  commandId: string | null;
}
