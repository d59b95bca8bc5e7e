import { useCallback, useLayoutEffect, useRef } from "react";

// Keys that the focused field must not get: Enter would send the message in it, Tab would leave it.
const SWALLOWED = new Set(["Backspace", "Enter", "Tab", "ArrowUp", "ArrowDown"]);

/**
 * Records what is typed from the moment the palette is opened until its field has the focus.
 * The returned function ends the recording and returns the text.
 */
export function useTypeAhead(isOpen: boolean, onCancel: () => void): () => string {
  const text = useRef<string | null>(null);
  // A layout effect: the next key may be pressed before an effect runs.
  useLayoutEffect(() => {
    if (!isOpen) return;
    text.current = "";
    const record = (event: KeyboardEvent) => {
      if (text.current === null || isShortcut(event)) return;
      const { key } = event;
      const isLetter = [...key].length === 1;
      if (!isLetter && key !== "Escape" && !SWALLOWED.has(key)) return;
      // Before any other listener: a letter may be a shortcut of the chat or of a viewer card.
      event.preventDefault();
      event.stopImmediatePropagation();
      if (key === "Escape") onCancel();
      else if (key === "Backspace") text.current = text.current.slice(0, -1);
      else if (isLetter) text.current += key;
    };
    window.addEventListener("keydown", record, true);
    return () => window.removeEventListener("keydown", record, true);
  }, [isOpen, onCancel]);
  return useCallback(() => {
    const typed = text.current ?? "";
    text.current = null;
    return typed;
  }, []);
}

/** Whether Ctrl, Cmd or Alt is pressed; false for AltGr, which types letters but counts as Ctrl and Alt. */
function isShortcut(event: KeyboardEvent): boolean {
  return (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState("AltGraph");
}
