import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconCopy, IconEye, IconEyeOff, IconRefresh } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { ConfirmDialog } from "../../../ui/dialogs/confirm-dialog";
import type { Widget } from "../widget-types";
import { addressQuery, fullAddress, useCopyAddress, useRotateKey } from "../widgets.queries";
import classes from "./address.module.css";

interface AddressBoxProps {
  channelId: string;
  widget: Widget;
}

/** The address for OBS: masked until it is revealed, because its key opens the widget to everyone. */
export function AddressBox({ channelId, widget }: AddressBoxProps) {
  const [isShown, shown] = useDisclosure();
  const [isRotating, rotating] = useDisclosure();
  const { data: path } = useQuery(addressQuery(channelId, widget));
  const { mutate: copy } = useCopyAddress(channelId);
  const reveal = isShown ? "Hide address" : "Show address";
  return (
    <section aria-labelledby="widget-address">
      <h2 id="widget-address">Address for OBS</h2>
      <div className={classes["box"]}>
        <code className={classes["address"]} data-shown={isShown || undefined}>
          {isShown && path !== undefined ? fullAddress(path) : <Masked {...widget} />}
        </code>
        <Tooltip label={reveal}>
          <ActionIcon aria-label={reveal} aria-pressed={isShown} onClick={shown.toggle}>
            {isShown ? <IconEyeOff size={17} stroke={1.6} /> : <IconEye size={17} stroke={1.6} />}
          </ActionIcon>
        </Tooltip>
        <Button variant="filled" size="xs" leftSection={<IconCopy size={15} />} onClick={() => copy(widget)}>
          Copy
        </Button>
      </div>
      <div className="row gap-8 between mih-28">
        <span className={classes["connected"]} data-live={widget.sources > 0 || undefined}>
          {connectedText(widget.sources)}
        </span>
        <Button size="compact-xs" variant="subtle" leftSection={<IconRefresh size={14} />} onClick={rotating.open}>
          New key
        </Button>
      </div>
      <RotateDialog channelId={channelId} widget={widget} opened={isRotating} onClose={rotating.close} />
    </section>
  );
}

interface RotateDialogProps extends AddressBoxProps {
  opened: boolean;
  onClose: () => void;
}

function RotateDialog({ channelId, widget, opened, onClose }: RotateDialogProps) {
  const { mutate, isPending } = useRotateKey(channelId, widget.id, onClose);
  return (
    <ConfirmDialog
      opened={opened}
      title="Create a new key?"
      message="The old address stops working at once: the widget goes blank in OBS until you paste the new one there."
      verb="Create new key"
      danger
      isPending={isPending}
      onConfirm={() => mutate()}
      onClose={onClose}
    />
  );
}

/** The masked address. In a narrow box its start is cut off, because only the end of the key tells keys apart. */
function Masked({ id, key_end: end }: Pick<Widget, "id" | "key_end">) {
  return (
    <>
      <span className={classes["start"]}>{`/widget/${id.slice(0, 8)}…`}</span>
      <span className="rigid">{`#key=••••••${end}`}</span>
    </>
  );
}

export function connectedText(count: number): string {
  if (count === 0) return "Not connected";
  return count === 1 ? "1 source connected now" : `${count} sources connected now`;
}
