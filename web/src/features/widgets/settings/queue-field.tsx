import { NativeSelect } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import { keys } from "../../../api/keys";
import { asText } from "../../../ui/fields/read-setting";
import { changeSettings, type FormProps } from "../editor/form-props";

interface QueueFieldProps {
  channelId: string;
  label: string;
  /** Id of the queue; null for the open queue. */
  value: string | null;
  error: string | undefined;
  isLocked: boolean;
  onChange: (value: string | null) => void;
}

/** Selects one of the channel's queues, or whichever queue is open. */
export function QueueField({ channelId, label, value, error, isLocked, onChange }: QueueFieldProps) {
  const { data: queues } = useQuery({
    queryKey: [...keys.queues(channelId), "names"],
    queryFn: async ({ signal }) => {
      const params = { path: { channel_id: channelId } };
      return (await unwrap(api.GET("/api/2/channels/{channel_id}/queues", { params, signal }))).records;
    },
  });
  const isGone = value !== null && queues !== undefined && !queues.some(({ id }) => id === value);
  return (
    <NativeSelect
      label={label}
      rightSection={<IconSelector size={15} stroke={1.9} />}
      data={[
        { value: "", label: "The open queue" },
        ...(queues ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ...(isGone ? [{ value, label: "A deleted queue: the open one is shown" }] : []),
      ]}
      value={value ?? ""}
      error={error}
      disabled={isLocked || queues === undefined}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  );
}

export function QueueSetting({ form, label }: { form: FormProps; label: string }) {
  return (
    <QueueField
      channelId={form.channelId}
      label={label}
      value={asText(form.draft.settings["queue_id"]) || null}
      error={form.errorOf("settings.queue_id")}
      isLocked={form.isLocked}
      onChange={(queue_id) => changeSettings(form, { queue_id })}
    />
  );
}
