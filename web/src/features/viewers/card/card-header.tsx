import { ActionIcon, Tooltip } from "@mantine/core";
import { IconExternalLink, IconPin, IconPinFilled, IconX } from "@tabler/icons-react";
import { openPopup } from "../../../lib/auth/popup";
import { popoutPath } from "../popout-path";
import classes from "../viewer-card.module.css";
import type { Card } from "../viewers.queries";

/** State of the pin button. A pinned card stays open when another card is opened. */
export interface Pin {
  isPinned: boolean;
  onToggle: () => void;
}

interface CardHeaderProps {
  card: Card;
  onClose: (() => void) | undefined;
  pin: Pin | undefined;
}

/** Title bar of the card; without the buttons "Pop out" and "Close" if the card is the whole page. */
export function CardHeader({ card, onClose, pin }: CardHeaderProps) {
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
    <Tooltip label={isPinned ? "Unpin" : "Pin"}>
      <ActionIcon aria-label="Pin" aria-pressed={isPinned} onClick={onToggle}>
        {isPinned ? <IconPinFilled size={17} /> : <IconPin size={17} stroke={1.6} />}
      </ActionIcon>
    </Tooltip>
  );
}
