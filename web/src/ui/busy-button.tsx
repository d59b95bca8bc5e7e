import { Button, type ButtonProps, Loader } from "@mantine/core";
import type { MouseEvent } from "react";

type Looks = "size" | "variant" | "fullWidth" | "leftSection" | "rightSection" | "children";

interface BusyButtonProps extends Pick<ButtonProps, Looks> {
  /** What it began is under way. */
  isBusy: boolean;
  /** There is nothing to do. */
  isOff?: boolean;
  "aria-label"?: string;
  onClick: (event: MouseEvent<HTMLElement>) => void;
}

/** A button that keeps the focus while it works and where it rests: one that is disabled would lose it. */
export function BusyButton({ isBusy, isOff = false, leftSection, onClick, ...props }: BusyButtonProps) {
  const isResting = isBusy || isOff;
  return (
    <Button
      {...props}
      leftSection={isBusy ? <Loader size={14} color="var(--button-color)" /> : leftSection}
      data-disabled={isResting}
      aria-disabled={isResting || undefined}
      aria-busy={isBusy || undefined}
      onClick={(event) => !isResting && onClick(event)}
    />
  );
}
