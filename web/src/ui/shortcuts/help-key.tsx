import { lazy, Suspense, useEffect, useState } from "react";
import { loadScreen } from "../../lib/reload-guard";
import { isTypedInto } from "../../lib/text-field";
import type { KeyOf } from "./shortcuts";

export const ShortcutsDialog = lazy(() =>
  loadScreen(async () => ({ default: (await import("./shortcuts-dialog")).ShortcutsDialog })),
);

const HELP = "?" satisfies KeyOf<"everywhere">;

/** Opens the list of shortcuts when "?" is pressed anywhere but in a text field. */
export function HelpKey() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = ({ key, target, defaultPrevented, ctrlKey, metaKey }: KeyboardEvent) => {
      if (key === HELP && !defaultPrevented && !ctrlKey && !metaKey && !isTypedInto(target)) setOpen(true);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  return <Suspense>{isOpen && <ShortcutsDialog onClose={() => setOpen(false)} />}</Suspense>;
}
