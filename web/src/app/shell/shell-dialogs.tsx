import { useHotkeys } from "@mantine/hooks";
import { lazy, type ReactNode, Suspense, useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { loadScreen } from "../../lib/reload-guard";
import { ShortcutsDialog } from "../../ui/shortcuts/help-key";
import type { KeyOf } from "../../ui/shortcuts/shortcuts";
import { ShellActionsContext } from "./shell-actions";

const Palette = lazy(() =>
  loadScreen(async () => ({ default: (await import("../palette/shell-palette")).ShellPalette })),
);
const Picker = lazy(() =>
  loadScreen(async () => ({ default: (await import("../../features/channels/channel-picker")).ChannelPicker })),
);
const Settings = lazy(() =>
  loadScreen(async () => ({ default: (await import("../../screens/settings/settings-dialog")).SettingsDialog })),
);

type Dialog = "palette" | "picker" | "settings" | "shortcuts";

/** The dialogs of every shell; one at a time, each loaded when first opened. */
export function ShellDialogs({ children }: { children: ReactNode }) {
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = useCallback(() => setDialog(null), []);
  const actions = useMemo(
    () => ({
      openPalette: () => setDialog("palette"),
      openPicker: () => setDialog("picker"),
      openSettings: () => setDialog("settings"),
      openShortcuts: () => setDialog("shortcuts"),
    }),
    [],
  );
  const takeTypedText = useTypeAhead(dialog === "palette", close);
  // No ignored tags: the shortcut also works inside a text field.
  useHotkeys([["mod+K" satisfies KeyOf<"everywhere">, actions.openPalette]], []);
  return (
    <ShellActionsContext value={actions}>
      {children}
      <Suspense>
        {dialog === "palette" && <Palette takeTypedText={takeTypedText} onClose={close} />}
        {dialog === "picker" && <Picker opened onClose={close} />}
        {dialog === "settings" && <Settings onClose={close} />}
        {dialog === "shortcuts" && <ShortcutsDialog onClose={close} />}
      </Suspense>
    </ShellActionsContext>
  );
}

// Keys that the focused field must not get: Enter would send the message in it, Tab would leave it.
const SWALLOWED = new Set(["Backspace", "Enter", "Tab", "ArrowUp", "ArrowDown"]);

/**
 * Records what is typed from the moment the palette is opened until its field has the focus.
 * The returned function ends the recording and returns the text.
 */
function useTypeAhead(isOpen: boolean, onCancel: () => void): () => string {
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
