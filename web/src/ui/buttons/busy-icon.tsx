import { ActionIcon, type ActionIconProps, Loader } from "@mantine/core";
import { type BusyState, busyProps } from "./busy-props";

interface BusyIconProps extends Pick<ActionIconProps, "size" | "className" | "children">, BusyState {
  "aria-label": string;
}

/** Icon button that keeps the focus while busy. */
export function BusyIcon({ isBusy, isOff, onClick, children, ...props }: BusyIconProps) {
  return (
    <ActionIcon {...props} {...busyProps({ isBusy, isOff, onClick })}>
      {isBusy ? <Loader size={14} color="var(--ai-color)" /> : children}
    </ActionIcon>
  );
}
