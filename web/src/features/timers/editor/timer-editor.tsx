import { TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlayerPlay } from "@tabler/icons-react";
import { HistoryLink } from "../../../session/access/history-link";
import { BusyButton } from "../../../ui/buttons/busy-button";
import type { DraftBase } from "../../../ui/editor/drafts";
import { EditorHead } from "../../../ui/editor/editor-head";
import { EditorSheet } from "../../../ui/editor/editor-sheet";
import type { EditorForm } from "../../../ui/editor/use-editor-form";
import { useEditorSheet } from "../../../ui/editor/use-editor-sheet";
import { Tag } from "../../../ui/tag";
import { Countdown } from "../countdown/countdown";
import { DeleteTimerDialog } from "../delete-timer-dialog";
import { MAX_NAME_LENGTH, MAY_NOT_MANAGE } from "../timer-labels";
import type { Timer, TimerDraft } from "../timer-types";
import { useRunTimer } from "../use-run-timer";
import { ChatActivitySection } from "./chat-activity-section";
import type { FormProps } from "./form-props";
import { LastRun } from "./last-run";
import { MessagesSection } from "./messages-section";
import { ScheduleSection } from "./schedule-section";
import classes from "./timer-editor.module.css";
import { useSaveTimer } from "./use-save-timer";

interface TimerEditorProps {
  channelId: string;
  /** Null for a new timer. */
  timer: Timer | null;
  saved: DraftBase<TimerDraft>;
  /** Whether another user deleted the timer while the editor was open. */
  isDeleted?: boolean;
  canManage: boolean;
}

export function TimerEditor({ channelId, timer: loaded, saved, isDeleted = false, canManage }: TimerEditorProps) {
  // A deleted timer can only be saved as a new timer.
  const timer = isDeleted ? null : loaded;
  const [isDeleting, deleting] = useDisclosure();
  const list = `/channels/${channelId}/chat-timers`;
  const sheet = useEditorSheet({
    list,
    saved,
    isNew: timer === null,
    isDeleted,
    isLocked: !canManage,
    onSave: useSaveTimer(channelId, timer?.id ?? null),
  });
  const title = sheet.form.draft.name.trim() || "New timer";
  return (
    <EditorSheet
      sheet={sheet}
      item="timer"
      title={title}
      label={`Timer ${title}`}
      lockedBecause={`${MAY_NOT_MANAGE}.`}
      className={classes["parts"]}
      head={
        <EditorHead
          title={title}
          tag={timer && <NextRun timer={timer} />}
          tools={
            timer && (
              <>
                {canManage && <RunNow channelId={channelId} timer={timer} />}
                <HistoryLink section="timers" name={timer.name} />
              </>
            )
          }
          isSaved={timer !== null}
          onDelete={timer && canManage ? deleting.open : null}
          onClose={sheet.close}
        />
      }
    >
      <TimerFields channelId={channelId} timer={timer} form={sheet.form} />
      {timer && (
        <DeleteTimerDialog
          channelId={channelId}
          timer={timer}
          opened={isDeleting}
          onClose={deleting.close}
          onLeave={() => sheet.leave(list)}
        />
      )}
    </EditorSheet>
  );
}

interface TimerFieldsProps {
  channelId: string;
  timer: Timer | null;
  form: EditorForm<TimerDraft>;
}

function TimerFields({ channelId, timer, form }: TimerFieldsProps) {
  const editing: FormProps = { ...form, channelId };
  return (
    <>
      <TextInput
        label="Name"
        placeholder="Socials"
        value={form.draft.name}
        maxLength={MAX_NAME_LENGTH}
        autoComplete="off"
        disabled={form.isLocked}
        error={form.errorOf("name")}
        onChange={(event) => form.change({ name: event.currentTarget.value })}
      />
      <MessagesSection {...editing} />
      <ScheduleSection {...editing} />
      <ChatActivitySection form={editing} timer={timer} />
      {timer && <LastRun timer={timer} />}
    </>
  );
}

function NextRun({ timer }: { timer: Timer }) {
  return (
    <Tag>
      Next run: <Countdown timer={timer} />
    </Tag>
  );
}

function RunNow({ channelId, timer }: { channelId: string; timer: Timer }) {
  const { mutate, isPending } = useRunTimer(channelId);
  return (
    <BusyButton
      size="xs"
      leftSection={<IconPlayerPlay size={14} />}
      isBusy={isPending || timer.is_running}
      onClick={() => mutate({ id: timer.id, name: timer.name })}
    >
      Run now
    </BusyButton>
  );
}
