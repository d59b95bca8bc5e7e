import { TextInput } from "@mantine/core";
import { useDisclosure, useHotkeys } from "@mantine/hooks";
import { useNavigate } from "react-router";
import editor from "../../ui/editor/editor.module.css";
import { EditorNotice } from "../../ui/editor/editor-notice";
import { SaveBar } from "../../ui/editor/save-bar";
import { type EditorForm, type Kept, useEditorForm } from "../../ui/editor/use-editor-form";
import { PageTitle } from "../../ui/page-title";
import { SideSheet } from "../../ui/side-sheet";
import { UnsavedDialog, useUnsavedGuard } from "../../ui/unsaved-guard";
import { ChatSection } from "./chat-section";
import { DeleteTimerDialog } from "./delete-timer-dialog";
import type { Editing } from "./editing";
import classes from "./editor-parts.module.css";
import { LastRun } from "./last-run";
import { MessagesSection } from "./messages-section";
import { isConflict, useSaveTimer } from "./saving";
import { ScheduleSection } from "./schedule-section";
import { TimerHead } from "./timer-head";
import type { Timer, TimerDraft } from "./timer-types";
import { MAY_NOT_MANAGE, NAME_LIMIT } from "./timer-words";

interface TimerEditorProps {
  channelId: string;
  /** As the server has it; null for one that was never saved. */
  timer: Timer | null;
  saved: Kept<TimerDraft>;
  canManage: boolean;
}

export function TimerEditor({ channelId, timer, saved, canManage }: TimerEditorProps) {
  const navigate = useNavigate();
  const [isDeleting, deleting] = useDisclosure();
  const list = `/channels/${channelId}/chat-timers`;
  const save = useSaveTimer(channelId, timer?.id ?? null);
  const form = useEditorForm({
    saved,
    isNew: timer === null,
    isLocked: !canManage,
    onSave: save,
    onCreated: (id) => {
      guard.letGo();
      void navigate(`${list}/${id}`, { replace: true });
    },
  });
  const guard = useUnsavedGuard(form.isTouched && canManage);
  const close = () => void navigate(list);
  useHotkeys([["mod+S", form.save]], [], true);
  const title = form.draft.name.trim() || "New timer";
  return (
    <SideSheet label={`Timer ${title}`} width="usual" onClose={close}>
      <PageTitle>{title}</PageTitle>
      <TimerHead
        channelId={channelId}
        title={title}
        timer={timer}
        canManage={canManage}
        onDelete={deleting.open}
        onClose={close}
      />
      <EditorNotice form={form} what="timer" lockedBecause={`${MAY_NOT_MANAGE}.`} isConflict={isConflict} />
      <TimerBody channelId={channelId} timer={timer} form={form} />
      {canManage && <SaveBar {...form} onDiscard={form.discard} onSave={form.save} />}
      <UnsavedDialog blocker={guard.blocker} message="What you changed in this timer is not saved yet." />
      {timer && (
        <DeleteTimerDialog
          channelId={channelId}
          timer={timer}
          opened={isDeleting}
          onClose={deleting.close}
          onDelete={guard.letGo}
        />
      )}
    </SideSheet>
  );
}

interface TimerBodyProps {
  channelId: string;
  timer: Timer | null;
  form: EditorForm<TimerDraft>;
}

function TimerBody({ channelId, timer, form }: TimerBodyProps) {
  const editing: Editing = { ...form, channelId };
  return (
    <div className={editor["body"]}>
      <div className={classes["parts"]}>
        <TextInput
          label="Name"
          placeholder="Socials"
          value={form.draft.name}
          maxLength={NAME_LIMIT}
          autoComplete="off"
          disabled={form.isLocked}
          error={form.errorOf("name")}
          onChange={(event) => form.change({ name: event.currentTarget.value })}
        />
        <MessagesSection {...editing} />
        <ScheduleSection {...editing} />
        <ChatSection editing={editing} timerId={timer?.id ?? null} />
        {timer && <LastRun timer={timer} />}
      </div>
    </div>
  );
}
