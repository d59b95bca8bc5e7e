import { useOs } from "@mantine/hooks";
import { useEffect } from "react";
import { isTextField } from "../../lib/text-field";
import { takeUndo, type UndoOffer } from "./undo-offers";

/** Ctrl+Z, or Cmd+Z on a Mac, undoes the offered action, unless a field has text of its own to undo. */
export function useUndoKey(offer: UndoOffer | undefined): void {
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
