import { useHotkeys } from "@mantine/hooks";
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from "react";
import { loadScreen } from "../../lib/reload-guard";
import { ShellActionsContext } from "./shell-actions";
import { useTypeAhead } from "./use-type-ahead";

const Palette = lazy(() =>
  loadScreen(async () => ({ default: (await import("../palette/shell-palette")).ShellPalette })),
);
const Picker = lazy(() =>
  loadScreen(async () => ({ default: (await import("../../features/channels/channel-picker")).ChannelPicker })),
);
const Settings = lazy(() =>
  loadScreen(async () => ({ default: (await import("../../features/settings/settings-modal")).SettingsModal })),
);

type Dialog = "palette" | "picker" | "settings";

/** The dialogs of every shell; one at a time, each loaded when first opened. */
export function ShellDialogs({ children }: { children: ReactNode }) {
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = useCallback(() => setDialog(null), []);
  const actions = useMemo(
    () => ({
      openPalette: () => setDialog("palette"),
      openPicker: () => setDialog("picker"),
      openSettings: () => setDialog("settings"),
    }),
    [],
  );
  const takeTyped = useTypeAhead(dialog === "palette", close);
  // No ignored tags: the shortcut also works inside a text field.
  useHotkeys([["mod+K", actions.openPalette]], []);
  return (
    <ShellActionsContext value={actions}>
      {children}
      <Suspense>
        {dialog === "palette" && <Palette takeTyped={takeTyped} onClose={close} />}
        {dialog === "picker" && <Picker opened onClose={close} />}
        {dialog === "settings" && <Settings onClose={close} />}
      </Suspense>
    </ShellActionsContext>
  );
}
