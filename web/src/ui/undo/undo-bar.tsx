import { VisuallyHidden } from "@mantine/core";
import { useOs } from "@mantine/hooks";
import { IconArrowBackUp } from "@tabler/icons-react";
import { useCallback, useEffect } from "react";
import { isTextField } from "../../lib/text-field";
import { useNow } from "../../lib/time/use-now";
import { focusCandidates } from "../focus/use-return-focus";
import { KeyCap } from "../key-cap";
import classes from "./undo-bar.module.css";
import { takeUndo, UNDO_MS, type UndoOffer, useUndoOffers } from "./undo-offers";

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
      <IconArrowBackUp className="" size={16} stroke={1.6} aria-hidden="true" />
      <span className={classes["text"]}>
        {offer.verb} {offer.name && <bdi className="fw-600 bright">{offer.name}</bdi>} {offer.suffix}
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
        <span className="muted digits" title={`${olderCount} more can be undone`}>
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
    <span className="inline-row gap-8 fs-small digits ml-auto" aria-hidden="true">
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

/** Ctrl+Z, or Cmd+Z on a Mac, undoes the offered action, unless a field has text of its own to undo. */
function useUndoKey(offer: UndoOffer | undefined): void {
  const isMac = useOs() === "macos";
  useTypedFields();
  useEffect(() => {
    if (!offer) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isUndo(event, isMac) || event.defaultPrevented || hasOwnUndo(event.target)) return;
      event.preventDefault();
      takeUndo(offer);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [offer, isMac]);
}

function isUndo({ key, ctrlKey, metaKey, altKey, shiftKey, repeat }: KeyboardEvent, isMac: boolean): boolean {
  const isModified = isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  return isModified && !altKey && !shiftKey && !repeat && key.toLowerCase() === "z";
}

// Fields that were typed into while the bar was shown: the browser can bring back the text even of an emptied field.
const typed = new WeakSet<EventTarget>();

function useTypedFields(): void {
  useEffect(() => {
    const onInput = ({ target }: Event) => {
      if (target) typed.add(target);
    };
    document.addEventListener("input", onInput, true);
    return () => document.removeEventListener("input", onInput, true);
  }, []);
}

function hasOwnUndo(target: EventTarget | null): boolean {
  if (target instanceof HTMLElement && target.isContentEditable) return true;
  return isTextField(target) && (target.value !== "" || typed.has(target));
}
