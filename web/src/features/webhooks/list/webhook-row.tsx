import { Menu } from "@mantine/core";
import { IconKey, IconPencil, IconSend, IconTrash } from "@tabler/icons-react";
import { useNow } from "../../../lib/time/use-now";
import { Switch } from "../../../ui/buttons/switch";
import { ListRow } from "../../../ui/list/list-row";
import { RowMenu } from "../../../ui/list/row-menu";
import { addressLabel, eventsLabel, stateLabel } from "../webhook-labels";
import type { Webhook } from "../webhook-types";
import classes from "../webhooks.module.css";
import { useSwitchWebhook, useTestWebhook } from "../webhooks.queries";

const TICK_MS = 10_000;

/** Actions of the menu that open a dialog for the webhook. */
export type WebhookAction = "edit" | "replace" | "delete";

interface WebhookRowProps {
  channelId: string;
  webhook: Webhook;
  onOpen: (action: WebhookAction, webhook: Webhook) => void;
}

export function WebhookRow({ channelId, webhook, onOpen }: WebhookRowProps) {
  const { mutate } = useSwitchWebhook(channelId);
  const now = useNow(true, TICK_MS);
  return (
    <ListRow
      to={`/channels/${channelId}/settings/webhooks/${webhook.id}`}
      className={classes["columns"]}
      isOff={!webhook.enabled}
      leading={
        <Switch
          label={`${webhook.name} is on`}
          checked={webhook.enabled}
          onChange={(enabled) => mutate({ webhook, enabled })}
        />
      }
      name={<bdi>{webhook.name}</bdi>}
      summary={
        <>
          <bdi>{addressLabel(webhook)}</bdi> · {eventsLabel(webhook.events)}
        </>
      }
      note={webhook.problem && <span className={classes["problem"]}>{webhook.problem}</span>}
    >
      <span className={classes["state"]} data-failed={webhook.problem !== "" || undefined}>
        {stateLabel(webhook, now)}
      </span>
      <WebhookMenu channelId={channelId} webhook={webhook} onOpen={onOpen} />
    </ListRow>
  );
}

function WebhookMenu({ channelId, webhook, onOpen }: WebhookRowProps) {
  const { mutate } = useTestWebhook(channelId);
  return (
    <RowMenu label={`Actions for ${webhook.name}`}>
      <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onOpen("edit", webhook)}>
        Edit
      </Menu.Item>
      <Menu.Item leftSection={<IconSend size={16} />} onClick={() => mutate({ id: webhook.id, name: webhook.name })}>
        Send test
      </Menu.Item>
      <Menu.Item leftSection={<IconKey size={16} />} onClick={() => onOpen("replace", webhook)}>
        Replace secret
      </Menu.Item>
      <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => onOpen("delete", webhook)}>
        Delete
      </Menu.Item>
    </RowMenu>
  );
}
