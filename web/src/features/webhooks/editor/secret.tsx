import { Button, Group, TextInput } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { copyText } from "../../../ui/buttons/copy-link";

export const SECRET_TITLE = "Copy the secret";

/** Shows a new secret, which cannot be shown again, with a button that copies it. */
export function Secret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <div className="column gap-16">
      <p className="small muted">Receivers check signatures with it. It is not shown again.</p>
      <TextInput
        readOnly
        aria-label="Secret"
        value={secret}
        classNames={{ input: "mono" }}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group justify="flex-end" gap={8}>
        <Button onClick={onClose}>Done</Button>
        <Button
          variant="filled"
          data-autofocus
          leftSection={<IconCopy size={16} />}
          onClick={() => void copyText(secret, "Secret copied")}
        >
          Copy secret
        </Button>
      </Group>
    </div>
  );
}
