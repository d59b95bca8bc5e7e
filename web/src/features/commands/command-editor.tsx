import { useDisclosure, useHotkeys } from "@mantine/hooks";
import { useState } from "react";
import { useNavigate } from "react-router";
import frame from "../../ui/editor/editor.module.css";
import { EditorNotice } from "../../ui/editor/editor-notice";
import { SaveBar } from "../../ui/editor/save-bar";
import { type Kept, useEditorForm } from "../../ui/editor/use-editor-form";
import { PageTitle } from "../../ui/page-title";
import { SideSheet } from "../../ui/side-sheet";
import { UnsavedDialog, useUnsavedGuard } from "../../ui/unsaved-guard";
import { AdvancedSection } from "./advanced-section";
import { AnswersSection } from "./answers-section";
import { KESTREL } from "./asker";
import { CommandHead } from "./command-head";
import type { Command, CommandDraft } from "./command-types";
import { MAY_NOT_MANAGE } from "./command-words";
import { DeleteCommandDialog } from "./delete-command-dialog";
import { NamesField } from "./names-field";
import { PreviewSection } from "./preview-section";
import { isConflict, useSaveCommand } from "./saving";
import { UseSection } from "./use-section";

interface CommandEditorProps {
  channelId: string;
  /** Null for a command that was never saved. */
  command: Command | null;
  saved: Kept<CommandDraft>;
  canManage: boolean;
}

const UNSAVED = "What you changed in this command is not saved yet.";

export function CommandEditor({ channelId, command, saved, canManage }: CommandEditorProps) {
  const navigate = useNavigate();
  const [isDeleting, deleting] = useDisclosure();
  const [asker, setAsker] = useState(KESTREL);
  const [active, setActive] = useState(0);
  const list = `/channels/${channelId}/chat-commands`;
  const commandId = command?.id ?? null;
  const form = useEditorForm({
    saved,
    isNew: command === null,
    isLocked: !canManage,
    onSave: useSaveCommand(channelId, commandId),
    onCreated: (id) => leave(`${list}/${id}`),
  });
  const guard = useUnsavedGuard(form.isTouched && canManage);
  const leave = (path: string) => {
    guard.letGo();
    void navigate(path, { replace: true });
  };
  const close = () => void navigate(list);
  useHotkeys([["mod+S", form.save]], [], true);

  const { draft, change, errorOf, isLocked } = form;
  const editing = { channelId, commandId, draft, change, errorOf, isLocked };
  const shown = Math.min(active, draft.responses.length - 1);
  const title = draft.cmds[0] ?? "New command";
  return (
    <SideSheet label={`Command ${title}`} width="usual" onClose={close}>
      <PageTitle>{title}</PageTitle>
      <CommandHead
        title={title}
        isNamed={draft.cmds.length > 0}
        command={command}
        isLocked={isLocked}
        onDuplicate={() => void navigate(`${list}/new?from=${commandId}`)}
        onDelete={deleting.open}
        onClose={close}
      />
      <EditorNotice
        form={form}
        what="command"
        lockedBecause={`${MAY_NOT_MANAGE}. You can try and look at everything.`}
        isConflict={isConflict}
      />
      <div className={frame["body"]}>
        <NamesField {...editing} />
        <AnswersSection {...editing} asker={asker} active={shown} onActive={setActive} />
        <PreviewSection {...editing} asker={asker} onAsker={setAsker} active={shown} />
        <UseSection {...editing} />
        <AdvancedSection {...editing} />
      </div>
      {!isLocked && <SaveBar {...form} onDiscard={form.discard} onSave={form.save} />}
      <UnsavedDialog blocker={guard.blocker} message={UNSAVED} />
      {command && (
        <DeleteCommandDialog
          channelId={channelId}
          commandId={command.id}
          name={title}
          opened={isDeleting}
          onClose={deleting.close}
          onDeleted={() => leave(list)}
        />
      )}
    </SideSheet>
  );
}
