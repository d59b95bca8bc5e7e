import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { CommandDraft } from "../../../ui/command/new-command";
import { UsageFields } from "../../../ui/command/usage-fields";
import type { DraftBase } from "../../../ui/editor/drafts";
import { EditorSheet } from "../../../ui/editor/editor-sheet";
import { useEditorSheet } from "../../../ui/editor/use-editor-sheet";
import { DEFAULT_CALLER } from "../../../ui/preview/caller";
import { MAY_NOT_MANAGE } from "../command-labels";
import type { Command } from "../command-types";
import { PreviewSection } from "../responses/preview-section";
import { ResponsesSection } from "../responses/responses-section";
import { AdvancedSection } from "./advanced-section";
import { CommandHeader } from "./command-header";
import { DeleteCommandDialog } from "./delete-command-dialog";
import { NamesField } from "./names-field";
import { useSaveCommand } from "./use-save-command";

interface CommandEditorProps {
  channelId: string;
  /** Null for a new command. */
  command: Command | null;
  saved: DraftBase<CommandDraft>;
  /** Whether another user has deleted the command since the editor was opened. */
  isDeleted?: boolean;
  canManage: boolean;
}

export function CommandEditor({ channelId, command: loaded, saved, isDeleted = false, canManage }: CommandEditorProps) {
  // A deleted command can only be saved as a new one.
  const command = isDeleted ? null : loaded;
  const navigate = useNavigate();
  const [isDeleting, deleting] = useDisclosure();
  const [caller, setCaller] = useState(DEFAULT_CALLER);
  const [active, setActive] = useState(0);
  const list = `/channels/${channelId}/chat-commands`;
  const sheet = useEditorSheet({
    list,
    saved,
    isNew: command === null,
    isDeleted,
    isLocked: !canManage,
    changedInList: ["enabled"],
    onSave: useSaveCommand(channelId, command?.id ?? null),
  });
  const { draft, change, errorOf, isLocked } = sheet.form;
  const form = { ...sheet.form, channelId, commandId: command?.id ?? null };
  const lockedBecause = isLocked ? MAY_NOT_MANAGE : undefined;
  const shown = Math.min(active, draft.responses.length - 1);
  const title = draft.cmds[0] ?? "New command";
  return (
    <EditorSheet
      sheet={sheet}
      item="command"
      title={title}
      label={`Command ${title}`}
      lockedBecause={`${MAY_NOT_MANAGE}. You can still test it.`}
      head={
        <CommandHeader
          title={title}
          isNamed={draft.cmds.length > 0}
          command={command}
          isLocked={isLocked}
          onDuplicate={() => void navigate(`${list}/new?from=${command?.id}`)}
          onDelete={deleting.open}
          onClose={sheet.close}
        />
      }
    >
      <NamesField {...form} />
      <ResponsesSection {...form} caller={caller} active={shown} onActive={setActive} />
      <PreviewSection {...form} caller={caller} onCaller={setCaller} active={shown} />
      <div className="pt-16">
        <UsageFields draft={draft} change={change} errorOf={errorOf} lockedBecause={lockedBecause} />
      </div>
      <AdvancedSection {...form} />
      {command && (
        <DeleteCommandDialog
          channelId={channelId}
          commandId={command.id}
          name={title}
          opened={isDeleting}
          onClose={deleting.close}
          onLeave={() => sheet.leave(list)}
        />
      )}
    </EditorSheet>
  );
}
