import { NumberInput, Select, Stack, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { fieldErrors, messageOf } from "../../api/errors";
import { useChangeState, useLiveChannelState } from "../../session/switches/channel-state";
import { BusyButton } from "../../ui/buttons/busy-button";
import { LabelledSwitch } from "../../ui/buttons/switch";
import { Panel } from "../../ui/panel";
import { UnsavedDialog, useUnsavedGuard } from "../../ui/sheet/unsaved-guard";
import { toast } from "../../ui/toast/toast";
import classes from "./channel-settings.module.css";
import { type GeneralSettings, useSaveGeneralSettings } from "./channel-settings.queries";
import { languageOptions, timeZoneOptions } from "./options";

interface FormProps {
  channelId: string;
  settings: GeneralSettings;
  canChange: boolean;
}

const NUMBER_PROPS = { min: 0, clampBehavior: "strict", allowDecimal: false } as const;

export function GeneralForm({ channelId, settings, canChange }: FormProps) {
  const [changes, setChanges] = useState<Changes>({});
  const save = useSaveGeneralSettings(channelId);
  const draft = withChanges(settings, changes);
  const hasChanges = JSON.stringify(draft) !== JSON.stringify(settings);
  const guard = useUnsavedGuard(hasChanges, save.isPending);
  const errors = fieldErrors(save.error);
  const submit = () =>
    save.mutate(draft, {
      onSuccess: () => {
        setChanges({});
        toast.success("Channel settings saved");
      },
      onError: (error) => toast.error(messageOf(error)),
    });
  const fields = {
    draft,
    errors,
    isDisabled: !canChange,
    onChange: (change: Changes) => setChanges({ ...changes, ...change }),
  };
  return (
    <Stack gap={16}>
      <div className={classes["panels"]}>
        <ChannelFields {...fields} />
        <ChatFields {...fields} channelId={channelId} />
        <CommandFields {...fields} />
      </div>
      {canChange && (
        <div className="row gap-12 justify-end">
          <BusyButton variant="filled" isBusy={save.isPending} isDisabled={!hasChanges} onClick={submit}>
            Save
          </BusyButton>
        </div>
      )}
      <UnsavedDialog blocker={guard.blocker} message="The settings of the channel are not saved yet." />
    </Stack>
  );
}

type Changes = Partial<
  GeneralSettings["channel"] &
    GeneralSettings["chat"] &
    Omit<GeneralSettings["commands"], "chat_management" | "answer_within">
>;

interface FieldsProps {
  draft: GeneralSettings;
  errors: Record<string, string>;
  isDisabled: boolean;
  onChange: (change: Changes) => void;
}

function withChanges({ channel, chat, commands }: GeneralSettings, changes: Changes): GeneralSettings {
  const { display_name, time_zone, language, is_public, retention_days, ...commandChanges } = changes;
  return {
    channel: {
      display_name: display_name ?? channel.display_name,
      time_zone: time_zone ?? channel.time_zone,
      language: language ?? channel.language,
    },
    chat: { is_public: is_public ?? chat.is_public, retention_days: retention_days ?? chat.retention_days },
    commands: { ...commands, ...commandChanges },
  };
}

interface SettingsPanelProps {
  title: string;
  about: string;
  children: ReactNode;
}

function SettingsPanel({ title, about, children }: SettingsPanelProps) {
  return (
    <Panel padded aria-label={title}>
      <h2>{title}</h2>
      <p className={classes["about"]}>{about}</p>
      <Stack gap={16}>{children}</Stack>
    </Panel>
  );
}

function ChannelFields({ draft, errors, isDisabled, onChange }: FieldsProps) {
  return (
    <SettingsPanel title="Channel" about="Its name, time zone and language.">
      <TextInput
        label="Display name"
        maxLength={40}
        disabled={isDisabled}
        value={draft.channel.display_name}
        error={errors["display_name"]}
        onChange={(event) => onChange({ display_name: event.currentTarget.value })}
      />
      <Select
        label="Time zone"
        description="Used by $(time) and $(countdown)"
        searchable
        allowDeselect={false}
        disabled={isDisabled}
        data={timeZoneOptions(draft.channel.time_zone)}
        value={draft.channel.time_zone}
        error={errors["time_zone"]}
        onChange={(zone) => zone !== null && onChange({ time_zone: zone })}
      />
      <Select
        label="Language"
        description="Used by widgets and by the voice that reads alerts"
        searchable
        allowDeselect={false}
        disabled={isDisabled}
        data={languageOptions(draft.channel.language)}
        value={draft.channel.language}
        error={errors["language"]}
        onChange={(language) => language !== null && onChange({ language })}
      />
    </SettingsPanel>
  );
}

function ChatFields({ channelId, draft, errors, isDisabled, onChange }: FieldsProps & { channelId: string }) {
  const state = useLiveChannelState(channelId);
  const { mutate } = useChangeState(channelId);
  return (
    <SettingsPanel title="Chat" about="Who can read along, and how long messages are kept.">
      <div>
        <LabelledSwitch
          label="Public chat"
          checked={draft.chat.is_public}
          lockedBecause={isDisabled ? "Only Admins can change this" : undefined}
          onChange={(is_public) => onChange({ is_public })}
        />
        <p className="small muted mt-4">Anyone with the link can view chat without signing in.</p>
      </div>
      <NumberInput
        label="Keep chat for"
        description="Days (0 = forever)"
        suffix=" days"
        {...NUMBER_PROPS}
        max={3650}
        disabled={isDisabled}
        value={draft.chat.retention_days}
        error={errors["retention_days"]}
        onChange={(days) => onChange({ retention_days: Number(days) })}
      />
      {state && (
        <div>
          <LabelledSwitch label="Bot muted" checked={state.bot_muted} onChange={(bot_muted) => mutate({ bot_muted })} />
          <p className="small muted mt-4">The bot posts nothing in chat until you unmute it. Saved at once.</p>
        </div>
      )}
    </SettingsPanel>
  );
}

function CommandFields({ draft, errors, isDisabled, onChange }: FieldsProps) {
  return (
    <SettingsPanel title="Commands" about="How viewers call commands, and the defaults of new ones.">
      <TextInput
        label="Command prefix"
        description="1–3 characters. Commands with the old prefix are renamed."
        maxLength={3}
        disabled={isDisabled}
        value={draft.commands.prefix}
        error={errors["prefix"]}
        onChange={(event) => onChange({ prefix: event.currentTarget.value })}
      />
      <NumberInput
        label="Global cooldown"
        description="For new commands"
        suffix=" s"
        {...NUMBER_PROPS}
        max={86_400}
        disabled={isDisabled}
        value={draft.commands.default_global_cooldown}
        error={errors["default_global_cooldown"]}
        onChange={(seconds) => onChange({ default_global_cooldown: Number(seconds) })}
      />
      <NumberInput
        label="User cooldown"
        description="For new commands"
        suffix=" s"
        {...NUMBER_PROPS}
        max={86_400}
        disabled={isDisabled}
        value={draft.commands.default_chatter_cooldown}
        error={errors["default_chatter_cooldown"]}
        onChange={(seconds) => onChange({ default_chatter_cooldown: Number(seconds) })}
      />
    </SettingsPanel>
  );
}
