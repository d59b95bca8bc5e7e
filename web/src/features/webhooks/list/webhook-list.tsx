import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { clsx } from "clsx";
import { EmptyState } from "../../../ui/empty-state";
import list from "../../../ui/list/list.module.css";
import { ListPlaceholder } from "../../../ui/list/list-placeholder";
import { MirrorPicture } from "../../../ui/mirror-picture";
import type { Webhook } from "../webhook-types";
import classes from "../webhooks.module.css";
import { useWebhooks } from "../webhooks.queries";
import { type WebhookAction, WebhookRow } from "./webhook-row";

interface WebhookListProps {
  channelId: string;
  onNew: () => void;
  onOpen: (action: WebhookAction, webhook: Webhook) => void;
}

export function WebhookList({ channelId, onNew, onOpen }: WebhookListProps) {
  const webhooks = useWebhooks(channelId);
  const { data } = webhooks;
  if (!data) return <ListPlaceholder query={webhooks} label="Loading webhooks" count={3} />;
  if (data.records.length === 0) return <NoWebhooks onNew={onNew} />;
  return (
    <>
      <div className={clsx(list["columns"], classes["columns"])} aria-hidden="true">
        <span className={classes["first"]}>Webhook</span>
        <span className={classes["state"]}>Last delivery</span>
      </div>
      <ul className={list["rows"]}>
        {data.records.map((webhook) => (
          <WebhookRow key={webhook.id} channelId={channelId} webhook={webhook} onOpen={onOpen} />
        ))}
      </ul>
    </>
  );
}

function NoWebhooks({ onNew }: { onNew: () => void }) {
  return (
    <EmptyState
      title="No webhooks yet"
      about="Connect your own programs: lights that react to raids, a sheet of your tips, a post when the stream starts."
      picture={<MirrorPicture />}
    >
      <Button leftSection={<IconPlus size={16} />} onClick={onNew}>
        New webhook
      </Button>
    </EmptyState>
  );
}
