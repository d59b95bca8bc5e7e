import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { can, useChannel } from "../../session/channel";
import { ConfirmDialog } from "../../ui/dialogs/confirm-dialog";
import { EmptyState } from "../../ui/empty-state";
import list from "../../ui/list/list.module.css";
import { NewButton } from "../../ui/list/new-button";
import { ChannelSettingsTabs } from "../../ui/page/channel-settings-tabs";
import { PageTitle } from "../../ui/page/page-title";
import { PageHeader } from "../../ui/page-header";
import { Panel } from "../../ui/panel";
import { DeliveriesDialog } from "./deliveries/deliveries-dialog";
import { ReplaceSecretDialog } from "./editor/replace-secret-dialog";
import { WebhookDialog } from "./editor/webhook-dialog";
import { WebhookList } from "./list/webhook-list";
import type { WebhookAction } from "./list/webhook-row";
import { limitReason } from "./webhook-labels";
import type { Webhook } from "./webhook-types";
import { useWebhooksLive } from "./webhooks.live";
import classes from "./webhooks.module.css";
import { useDeleteWebhook, useWebhooks } from "./webhooks.queries";

/** Screen of the webhooks of a channel, for users who may manage platforms. */
export function WebhooksPage() {
  const { channelId = "" } = useParams();
  const channel = useChannel(channelId).data;
  const isAllowed = can(channel, "platforms.manage");
  return (
    <>
      <PageTitle>Webhooks</PageTitle>
      {isAllowed && <Webhooks key={channelId} channelId={channelId} />}
      {channel && !isAllowed && (
        <>
          <ChannelSettingsTabs channelId={channelId} hasWebhooks={false} />
          <Panel>
            <EmptyState heading="h1" title="Webhooks" about="Only Admins and Owners can manage webhooks." />
          </Panel>
        </>
      )}
    </>
  );
}

/** The action whose dialog is open, and its webhook; null for a new webhook. */
type OpenAction = { action: "new"; webhook: null } | { action: WebhookAction; webhook: Webhook };

function Webhooks({ channelId }: { channelId: string }) {
  useWebhooksLive(channelId);
  const { webhookId } = useParams();
  const navigate = useNavigate();
  const { data } = useWebhooks(channelId);
  const [open, setOpen] = useState<OpenAction | null>(null);
  const create = () => setOpen({ action: "new", webhook: null });
  const full = data && limitReason(data.records.length, data.max);
  const find = (id: string | undefined) => data?.records.find((one) => one.id === id);
  return (
    <>
      <PageHeader
        title="Webhooks"
        about="Greenroom calls your URL when something happens in the channel, such as a follow or the start of a stream."
        count={data?.records.length}
      >
        <span className={list["actions"]}>
          <NewButton label="New webhook" isLocked={!data || full !== undefined} lockedBecause={full} onClick={create} />
        </span>
      </PageHeader>
      <ChannelSettingsTabs channelId={channelId} hasWebhooks />
      {/* Takes the focus when the focused row is removed. */}
      <Panel className={classes["panel"] ?? ""} aria-label="Webhooks" tabIndex={-1}>
        <WebhookList channelId={channelId} onNew={create} onOpen={(action, webhook) => setOpen({ action, webhook })} />
      </Panel>
      {webhookId && (
        <DeliveriesDialog
          path={{ channelId, webhookId }}
          webhook={find(webhookId)}
          onClose={() => void navigate(`/channels/${channelId}/settings/webhooks`)}
        />
      )}
      {open && (
        <OpenDialog channelId={channelId} open={open} latest={find(open.webhook?.id)} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

interface OpenDialogProps {
  channelId: string;
  open: OpenAction;
  latest: Webhook | undefined;
  onClose: () => void;
}

function OpenDialog({ channelId, open: { action, webhook }, latest, onClose }: OpenDialogProps) {
  const remove = useDeleteWebhook(channelId);
  if (action === "new" || action === "edit") {
    return <WebhookDialog channelId={channelId} webhook={webhook} latest={latest} onClose={onClose} />;
  }
  if (action === "replace") return <ReplaceSecretDialog channelId={channelId} webhook={webhook} onClose={onClose} />;
  return (
    <ConfirmDialog
      opened
      title={`Delete ${webhook.name}?`}
      message="It is not called any more, and its deliveries are deleted. This can't be undone."
      verb="Delete"
      danger
      isPending={remove.isPending}
      onConfirm={() => remove.mutate(webhook.id, { onSettled: onClose })}
      onClose={onClose}
    />
  );
}
