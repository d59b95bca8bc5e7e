import { Button, Tooltip } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";

interface NewButtonProps {
  label: string;
  isLocked: boolean;
  /** Why; nothing while that is not known. */
  lockedBecause: string | undefined;
  onClick: () => void;
}

/** The primary button of a list; whoever may not press it can still read why. */
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
