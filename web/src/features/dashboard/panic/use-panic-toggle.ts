import { usePanic, useSetPanic } from "./panic.queries";

/** The state of panic, and the properties of a button that turns it on and off. */
export function usePanicToggle(channelId: string) {
  const panic = usePanic(channelId);
  const { mutate, isPending } = useSetPanic(channelId);
  const isOn = panic?.is_on ?? false;
  const button = {
    type: "button",
    "data-on": isOn || undefined,
    "aria-pressed": isOn,
    "aria-label": "Panic",
    "aria-disabled": isPending || panic === undefined,
    onClick: () => {
      if (!isPending && panic) mutate(!isOn);
    },
  } as const;
  return { panic, isOn, button };
}
