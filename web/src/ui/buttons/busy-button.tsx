import { Button, type ButtonProps, Loader } from "@mantine/core";
import { type BusyState, busyProps } from "./busy-props";

type ForwardedProps =
  | "size"
  | "variant"
  | "color"
  | "mt"
  | "fullWidth"
  | "className"
  | "leftSection"
  | "rightSection"
  | "children";

interface BusyButtonProps extends Pick<ButtonProps, ForwardedProps>, BusyState {
  /** Optional for a submit button. */
  type?: "submit";
  "aria-label"?: string;
}

/** Button that keeps the focus while busy or off. */
export function BusyButton({ isBusy, isOff, leftSection, onClick, ...props }: BusyButtonProps) {
  return (
    <Button
      {...props}
      {...busyProps({ isBusy, isOff, onClick })}
      leftSection={isBusy ? <Loader size={14} color="var(--button-color)" /> : leftSection}
    />
  );
}
