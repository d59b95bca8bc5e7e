import { Button, Group, TextInput } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { copyText } from "../buttons/copy-link";

interface NewSecretProps {
  secret: string;
  /** What it is, in lower case as in "Copy token". */
  noun: string;
  label: string;
  about: string;
  onClose: () => void;
}

/** Shows a secret, which cannot be shown again, with a button that copies it. */
export function NewSecret({ secret, noun, label, about, onClose }: NewSecretProps) {
  const copied = `${noun.charAt(0).toUpperCase()}${noun.slice(1)} copied`;
  return (
    <div className="column gap-16">
      <p className="small muted">{about}</p>
      <TextInput
        readOnly
        aria-label={label}
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
          onClick={() => void copyText(secret, copied)}
        >
          Copy {noun}
        </Button>
      </Group>
    </div>
  );
}
