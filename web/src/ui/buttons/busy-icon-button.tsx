import { ActionIcon, type ActionIconProps, Loader } from "@mantine/core";
import { type BusyState, busyProps } from "./busy-props";

interface BusyIconButtonProps extends Pick<ActionIconProps, "size" | "className" | "children">, BusyState {
  "aria-label": string;
}

/** Icon button that keeps the focus while busy or disabled. */
export function BusyIconButton({ isBusy, isDisabled, onClick, children, ...props }: BusyIconButtonProps) {
  return (
    <ActionIcon {...props} {...busyProps({ isBusy, isDisabled, onClick })}>
      {isBusy ? <Loader size={14} color="var(--ai-color)" /> : children}
    </ActionIcon>
  );
}
