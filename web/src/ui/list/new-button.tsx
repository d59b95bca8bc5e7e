import { Button, Tooltip } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";

interface NewButtonProps {
  label: string;
  isLocked: boolean;
  /** Reason why the button is locked; undefined while loading. */
  lockedBecause: string | undefined;
  onClick: () => void;
}

/** Primary button of a list; when locked, its tooltip says why. */
export function NewButton({ label, isLocked, lockedBecause, onClick }: NewButtonProps) {
  return (
    <Tooltip label={lockedBecause} disabled={!isLocked || lockedBecause === undefined}>
      <Button
        variant="filled"
        leftSection={<IconPlus size={16} />}
        aria-disabled={isLocked}
        onClick={() => !isLocked && onClick()}
      >
        {label}
      </Button>
    </Tooltip>
  );
}
