import { useHotkeys } from "@mantine/hooks";
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from "react";
import { loadScreen } from "../../lib/reload-guard";
import { ShortcutsDialog } from "../../ui/shortcuts/help-key";
import type { KeyOf } from "../../ui/shortcuts/shortcuts";
import { ShellActionsContext } from "./shell-actions";
import { useTypeAhead } from "./use-type-ahead";

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
