import { NewSecret } from "../../../ui/dialogs/new-secret";

export const SECRET_TITLE = "Copy the secret";

export function WebhookSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const about = "Receivers check signatures with it. It is not shown again.";
  return <NewSecret secret={secret} noun="secret" label="Secret" about={about} onClose={onClose} />;
}
