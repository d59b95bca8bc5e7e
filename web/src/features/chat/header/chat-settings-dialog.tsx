import { Button, Group, NumberInput, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { fieldErrors, messageOf } from "../../../api/errors";
import { formatNumber } from "../../../lib/locale";
import { type ChatSettings, useChatSettings } from "../../../session/chat-settings";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { LabelledSwitch } from "../../../ui/buttons/switch";
import { Dialog } from "../../../ui/dialogs/dialog";
import { ErrorPanel } from "../../../ui/page/error-panel";
import { SkeletonRows } from "../../../ui/skeleton-rows";
import { toast } from "../../../ui/toast/toast";
import { useSaveChatSettings } from "../chat.queries";

export const MAX_RETENTION_DAYS = 3650;

interface DialogProps {
  channelId: string;
  onClose: () => void;
}

export function ChatSettingsDialog({ channelId, onClose }: DialogProps) {
  const { data, error, refetch, isFetching } = useChatSettings(channelId);
  return (
    <Dialog opened onClose={onClose} title="Chat settings" size={440}>
      {data && <SettingsForm channelId={channelId} settings={data} onClose={onClose} />}
      {!data && !error && <SkeletonRows count={2} label="Loading chat settings" />}
      {!data && error && <ErrorPanel isBare error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
    </Dialog>
  );
}

function SettingsForm({ channelId, settings, onClose }: DialogProps & { settings: ChatSettings }) {
  const [isPublic, setIsPublic] = useState(settings.is_public);
  const [days, setDays] = useState<number | string>(settings.retention_days);
  const save = useSaveChatSettings(channelId);
  const isInvalid = daysProblem(days) !== undefined;
  const problem = daysProblem(days) ?? fieldErrors(save.error)["retention_days"];
  const submit = () =>
    save.mutate(
      { is_public: isPublic, retention_days: Number(days) },
      {
        onSuccess: () => {
          toast.success("Chat settings saved");
          onClose();
        },
        onError: (error) => toast.error(messageOf(error)),
      },
    );
  return (
    <Stack gap={16}>
      <div>
        <LabelledSwitch label="Public chat" checked={isPublic} onChange={setIsPublic} />
        <Text mt={4} c="var(--text-2)" fz="var(--fs-small)" lh="var(--lh-small)">
          Anyone with the link can view chat without signing in.
        </Text>
      </div>
      <NumberInput
        label="Keep chat for"
        description="Days (0 = forever)"
        suffix=" days"
        min={0}
        max={MAX_RETENTION_DAYS}
        clampBehavior="none"
        allowDecimal={false}
        value={days}
        onChange={setDays}
        error={problem}
      />
      <Group justify="flex-end" gap={8}>
        <Button onClick={onClose}>Cancel</Button>
        <BusyButton variant="filled" isBusy={save.isPending} isDisabled={isInvalid} onClick={submit}>
          Save
        </BusyButton>
      </Group>
    </Stack>
  );
}

function daysProblem(days: number | string): string | undefined {
  const isValid = typeof days === "number" && Number.isInteger(days) && days >= 0 && days <= MAX_RETENTION_DAYS;
  return isValid ? undefined : `Enter a whole number from 0 to ${formatNumber(MAX_RETENTION_DAYS)}`;
}
