import { Button, Group, Text } from "@mantine/core";
import { messageOf } from "../../../api/errors";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { Dialog } from "../../../ui/dialogs/dialog";
import type { Webhook } from "../webhook-types";
import { useReplaceSecret } from "../webhooks.queries";
import { SECRET_TITLE, WebhookSecret } from "./secret";

interface ReplaceSecretDialogProps {
  channelId: string;
  webhook: Webhook;
  onClose: () => void;
}

/** Asks for confirmation, replaces the secret, and shows the new secret. */
export function ReplaceSecretDialog({ channelId, webhook, onClose }: ReplaceSecretDialogProps) {
  const replace = useReplaceSecret({ channelId, webhookId: webhook.id });
  const secret = replace.data?.secret;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={secret ? SECRET_TITLE : `Replace the secret of ${webhook.name}?`}
      size={secret ? 560 : 376}
      closeOnClickOutside={!secret}
    >
      {secret ? (
        <WebhookSecret secret={secret} onClose={onClose} />
      ) : (
        <>
          <Text c="dimmed">The old secret is invalid at once. Give the new one to the receiver.</Text>
          {replace.error && (
            <Text c="red" role="alert">
              {messageOf(replace.error)}
            </Text>
          )}
          <Group justify="flex-end" gap={8} mt={16}>
            <Button onClick={onClose} data-autofocus>
              Cancel
            </Button>
            <BusyButton variant="filled" color="red" isBusy={replace.isPending} onClick={() => replace.mutate()}>
              Replace
            </BusyButton>
          </Group>
        </>
      )}
    </Dialog>
  );
}
