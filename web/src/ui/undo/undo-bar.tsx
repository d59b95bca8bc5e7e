import { VisuallyHidden } from "@mantine/core";
import { useOs } from "@mantine/hooks";
import { IconArrowBackUp } from "@tabler/icons-react";
import { useCallback } from "react";
import { useNow } from "../../lib/time/use-now";
import { focusCandidates } from "../focus/use-return-focus";
import { KeyCap } from "../key-cap";
import classes from "./undo-bar.module.css";
import { takeUndo, UNDO_MS, type UndoOffer, useUndoOffers } from "./undo-offers";
import { useUndoKey } from "./use-undo-key";

/** Offers to undo the latest action; when that offer ends, the offer of an earlier action follows. */
export function UndoBar({ channelId, isFloating = false }: { channelId: string; isFloating?: boolean }) {
  const offers = useUndoOffers().filter((offer) => offer.channelId === channelId);
  const last = offers.at(-1);
  useUndoKey(last);
  return last ? <Offer offer={last} olderCount={offers.length - 1} isFloating={isFloating} /> : null;
}

interface OfferProps {
  offer: UndoOffer;
  olderCount: number;
  isFloating: boolean;
}

function Offer({ offer, olderCount, isFloating }: OfferProps) {
  const isMac = useOs() === "macos";
  const label = [offer.verb, offer.name, offer.suffix].filter(Boolean).join(" ");
  return (
    <section
      ref={useReturnFocusOnRemoval()}
      className={classes["bar"]}
      aria-label="Undo"
      data-floating={isFloating || undefined}
    >
      <IconArrowBackUp className={classes["icon"]} size={16} stroke={1.6} aria-hidden="true" />
      <span className={classes["text"]}>
        {offer.verb} {offer.name && <bdi className={classes["name"]}>{offer.name}</bdi>} {offer.suffix}
      </span>
      <button
        type="button"
        className={classes["undo"]}
        aria-label={`Undo: ${label}`}
        aria-keyshortcuts={isMac ? "Meta+Z" : "Control+Z"}
        onClick={() => takeUndo(offer)}
      >
        Undo
      </button>
      <span className={classes["key"]}>
        <KeyCap>{isMac ? "⌘ Z" : "Ctrl Z"}</KeyCap>
      </span>
      {olderCount > 0 && (
        <span className={classes["older"]} title={`${olderCount} more can be undone`}>
          +{olderCount}
        </span>
      )}
      <Countdown key={offer.id} expiresAt={offer.expiresAt} />
      <VisuallyHidden key={`status-${offer.id}`} role="status">
        {isMac ? "Command Z" : "Control Z"} undoes it{olderCount > 0 ? `, ${olderCount} more after it` : ""}.
      </VisuallyHidden>
    </section>
  );
}

function Countdown({ expiresAt }: { expiresAt: number }) {
  const left = Math.max(0, expiresAt - useNow());
  return (
    <span className={classes["countdown"]} aria-hidden="true">
      <progress className={classes["progress"]} max={UNDO_MS} value={left} />
      <span className={classes["seconds"]}>{Math.ceil(left / 1000)} s</span>
    </span>
  );
}

/** Returns the focus to the previous element when the bar disappears while it has the focus. */
function useReturnFocusOnRemoval() {
  return useCallback((bar: HTMLElement | null) => {
    if (!bar) return;
    let before: readonly HTMLElement[] = [];
    const onFocus = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && bar.contains(relatedTarget))) before = focusCandidates(relatedTarget);
    };
    bar.addEventListener("focusin", onFocus);
    return () => {
      bar.removeEventListener("focusin", onFocus);
      const hadFocus = bar.contains(document.activeElement);
      if (hadFocus) before.find(({ isConnected }) => isConnected)?.focus({ preventScroll: true });
    };
  }, []);
}
