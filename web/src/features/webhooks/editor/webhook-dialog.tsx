import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { Dialog } from "../../../ui/dialogs/dialog";
import { UnsavedDialog, useUnsavedGuard } from "../../../ui/sheet/unsaved-guard";
import type { Webhook } from "../webhook-types";
import { useCreateWebhook, useSaveWebhook } from "../webhooks.queries";
import { draftOf, isChanged, NEW_WEBHOOK, trimmed } from "./draft";
import { SECRET_TITLE, WebhookSecret } from "./secret";
import { WebhookForm } from "./webhook-form";

const UNSAVED = "The webhook is not saved yet.";

interface WebhookDialogProps {
  channelId: string;
  /** The webhook as it was when the dialog was opened; null for a new webhook. */
  webhook: Webhook | null;
  /** The webhook as the list shows it at present; undefined for a new or deleted webhook. */
  latest: Webhook | undefined;
  onClose: () => void;
}

/** Creates a webhook and shows its secret, or edits a webhook. */
export function WebhookDialog({ channelId, webhook, latest, onClose }: WebhookDialogProps) {
  const [base, setBase] = useState(webhook);
  const before = base ? draftOf(base) : NEW_WEBHOOK;
  const [draft, setDraft] = useState(before);
  const create = useCreateWebhook(channelId);
  const save = useSaveWebhook(channelId);
  const { isPending, error, reset } = base ? save : create;
  const secret = create.data?.secret;
  const hasChanges = !secret && !save.isSuccess && isChanged(draft, before);
  const leave = useLeave(hasChanges, isPending, onClose);
  const put = (revision: number | null) => {
    if (base) save.mutate({ webhookId: base.id, body: trimmed(draft), revision }, { onSuccess: onClose });
  };
  const reload = () => {
    setBase(latest ?? base);
    if (latest) setDraft(draftOf(latest));
    reset();
  };
  return (
    <>
      <Dialog
        opened
        onClose={leave.close}
        title={secret ? SECRET_TITLE : titleOf(webhook)}
        size={560}
        // A click beside the dialog must not lose the secret.
        closeOnClickOutside={!secret}
      >
        {secret ? (
          <WebhookSecret secret={secret} onClose={onClose} />
        ) : (
          <WebhookForm
            webhook={base}
            draft={draft}
            failure={error}
            isBusy={isPending}
            onChange={setDraft}
            onSubmit={() => (base ? put(base.revision) : create.mutate(trimmed(draft)))}
            onReload={reload}
            onOverwrite={() => put(null)}
            onCancel={leave.close}
          />
        )}
      </Dialog>
      {leave.prompts}
    </>
  );
}

function titleOf(webhook: Webhook | null): string {
  return webhook ? `Edit ${webhook.name}` : "New webhook";
}

/** Asks for confirmation before changes are lost, when the dialog is closed or the page is left. */
function useLeave(hasChanges: boolean, isBeingSaved: boolean, onClose: () => void) {
  const guard = useUnsavedGuard(hasChanges, isBeingSaved);
  const [isAsking, asking] = useDisclosure();
  return {
    close: () => (hasChanges ? asking.open() : onClose()),
    prompts: (
      <>
        <UnsavedDialog blocker={guard.blocker} message={UNSAVED} />
        <UnsavedDialog blocker={{ isOpen: isAsking, leave: onClose, stay: asking.close }} message={UNSAVED} />
      </>
    ),
  };
}
