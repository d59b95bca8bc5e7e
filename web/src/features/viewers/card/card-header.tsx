import { ActionIcon, Tooltip } from "@mantine/core";
import { IconExternalLink, IconPin, IconPinFilled, IconX } from "@tabler/icons-react";
import { openPopup } from "../../../lib/auth/popup";
import { popoutPath } from "../popout-path";
import classes from "../viewer-card.module.css";
import type { Card } from "../viewers.queries";

/** Whether a card stays when another is opened. */
export interface Pin {
  isPinned: boolean;
  onToggle: () => void;
}

interface CardBarProps {
  card: Card;
  onClose: (() => void) | undefined;
  pin: Pin | undefined;
}

/** What stands above a card; where the card is the whole page there is nothing to close and nowhere to pop out to. */
export function CardBar({ card, onClose, pin }: CardBarProps) {
  const Heading = onClose ? "h2" : "h1";
  return (
    <div className={classes["bar"]}>
      <Heading className={classes["barTitle"]}>Viewer card</Heading>
      {pin && <PinButton {...pin} />}
      {onClose && (
        <>
          <Tooltip label="Pop out">
            <ActionIcon aria-label="Pop out" onClick={() => openPopup(popoutPath(card))}>
              <IconExternalLink size={17} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label="Close">
            <ActionIcon aria-label="Close viewer card" onClick={onClose}>
              <IconX size={18} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        </>
      )}
    </div>
  );
}

function PinButton({ isPinned, onToggle }: Pin) {
  return (
    <Tooltip label={isPinned ? "Unpin" : "Pin: stays when you open another"}>
      <ActionIcon aria-label="Pin" aria-pressed={isPinned} onClick={onToggle}>
        {isPinned ? <IconPinFilled size={17} /> : <IconPin size={17} stroke={1.6} />}
      </ActionIcon>
    </Tooltip>
  );
}
