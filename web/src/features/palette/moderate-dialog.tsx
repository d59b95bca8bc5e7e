import { Button, Group, NativeSelect, Text, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { canBanOn } from "../../api/capabilities";
import { MAX_REASON_LENGTH } from "../../api/moderation";
import { platformName, usePlatforms } from "../../api/platforms";
import { parseDuration, shortDuration } from "../../lib/time/durations";
import { DEFAULT_TIMEOUT_SECONDS, DURATION_PROBLEM, TIMEOUT_PRESETS } from "../../lib/time/timeout-presets";
import { useModerate } from "../../session/moderation";
import { BusyButton } from "../../ui/buttons/busy-button";
import { Dialog } from "../../ui/dialogs/dialog";
import { type FoundViewer, useViewerChats } from "./palette.queries";

export type ModerationKind = "ban" | "timeout";

interface ModerateDialogProps {
  channelId: string;
  viewer: FoundViewer;
  kind: ModerationKind;
  onClose: () => void;
}

/** Asks for a reason, and how long a time-out lasts, before a viewer found in the palette is timed out or banned. */
export function ModerateDialog(props: ModerateDialogProps) {
  const { viewer, kind, onClose } = props;
  const platforms = usePlatforms();
  const platform = platforms.find(({ provider }) => provider === viewer.provider);
  const support = platform && canBanOn(platform);
  const verb = kind === "ban" ? "Ban" : "Time out";
  const title = `${verb} ${viewer.name} on ${platformName(platforms, viewer.provider)}`;
  return (
    <Dialog opened onClose={onClose} title={title} size={440}>
      {support && !support.isSupported ? (
        <Text c="dimmed">{support.reason}</Text>
      ) : (
        <ModerateForm {...props} verb={verb} />
      )}
    </Dialog>
  );
}

function ModerateForm({ channelId, viewer, kind, verb, onClose }: ModerateDialogProps & { verb: string }) {
  const [reason, setReason] = useState("");
  const [duration, setDuration] = useState(asTyped(DEFAULT_TIMEOUT_SECONDS));
  const [hasFailed, setHasFailed] = useState(false);
  const [chosen, setChosen] = useState("");
  const chats = useViewerChats(channelId, viewer);
  const moderate = useModerate(channelId);
  const connectionId = chosen || (chats.data?.[0]?.id ?? "");
  const seconds = parseDuration(duration.trim());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (kind === "timeout" && seconds === null) return setHasFailed(true);
    if (!connectionId) return;
    const { provider, provider_viewer_id: viewerId, name } = viewer;
    const length = kind === "timeout" && seconds !== null ? { seconds } : {};
    moderate.mutate({ provider, viewerId, name, connectionId, reason: reason.trim(), ...length });
    onClose();
  };
  return (
    <form onSubmit={submit}>
      {kind === "timeout" && (
        <DurationField
          value={duration}
          error={hasFailed && seconds === null ? DURATION_PROBLEM : null}
          onChange={setDuration}
        />
      )}
      {chats.data && chats.data.length > 1 && (
        <NativeSelect
          label="Chat"
          mt={12}
          data={chats.data.map(({ id, name }) => ({ value: id, label: name }))}
          value={connectionId}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      )}
      <TextInput
        label="Reason (optional)"
        description="Sent to platforms that support it"
        mt={12}
        maxLength={MAX_REASON_LENGTH}
        autoComplete="off"
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        {...(kind === "ban" && { "data-autofocus": true })}
      />
      {(chats.isError || chats.data?.length === 0) && (
        <Text c="red" mt={12}>
          {chats.isError ? "Couldn't load the viewer's chats. Try again." : "This platform is no longer connected"}
        </Text>
      )}
      <Group justify="flex-end" gap={8} mt={16}>
        <Button onClick={onClose}>Cancel</Button>
        <BusyButton type="submit" variant="filled" color="red" isBusy={chats.isPending} isDisabled={!connectionId}>
          {verb}
        </BusyButton>
      </Group>
    </form>
  );
}

interface DurationFieldProps {
  value: string;
  error: string | null;
  onChange: (value: string) => void;
}

function DurationField({ value, error, onChange }: DurationFieldProps) {
  return (
    <>
      <TextInput
        label="Duration"
        autoComplete="off"
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
        data-autofocus
      />
      <Group gap={6} mt={8}>
        {TIMEOUT_PRESETS.map((seconds) => (
          <Button
            key={seconds}
            size="xs"
            aria-pressed={value === asTyped(seconds)}
            onClick={() => onChange(asTyped(seconds))}
          >
            {shortDuration(seconds)}
          </Button>
        ))}
      </Group>
    </>
  );
}

/** A duration in the format of the field: "10m". */
function asTyped(seconds: number): string {
  return shortDuration(seconds).replace(" ", "");
}
