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
  type?: "submit";
  "aria-label"?: string;
}

/** Button that keeps the focus while busy or disabled. */
export function BusyButton({ isBusy, isDisabled, leftSection, onClick, ...props }: BusyButtonProps) {
  return (
    <Button
      {...props}
      {...busyProps({ isBusy, isDisabled, onClick })}
      leftSection={isBusy ? <Loader size={14} color="var(--button-color)" /> : leftSection}
    />
  );
}
