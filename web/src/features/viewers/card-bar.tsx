import { ActionIcon, Tooltip } from "@mantine/core";
import { IconExternalLink, IconX } from "@tabler/icons-react";
import { openPopup } from "../../lib/popup";
import { popoutPath } from "./popout-path";
import classes from "./viewer-card.module.css";
import type { Card } from "./viewers.queries";

/** What stands above a card; where the card is the whole page there is nothing to close and nowhere to pop out to. */
export function CardBar({ card, onClose }: { card: Card; onClose: (() => void) | undefined }) {
  const Heading = onClose ? "h2" : "h1";
  return (
    <div className={classes["bar"]}>
      <Heading className={classes["barTitle"]}>Viewer card</Heading>
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
