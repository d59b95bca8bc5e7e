import { TextInput } from "@mantine/core";
import type { FieldsProps } from "../../../session/channel-list/declaration";
import { MAX_NAME_LENGTH } from "../timer-labels";
import type { Timer, TimerDraft } from "../timers";
import { ChatActivitySection } from "./chat-activity-section";
import { LastRun } from "./last-run";
import { MessagesSection } from "./messages-section";
import { ScheduleSection } from "./schedule-section";

export function TimerFields({ channelId, item: timer, form }: FieldsProps<Timer, TimerDraft>) {
  const editing = { ...form, channelId };
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
