import { lazy, Suspense } from "react";
import { loadScreen } from "../../lib/reload-guard";
import { useHasUndo } from "./undo-offers";

const UndoBar = lazy(() => loadScreen(async () => ({ default: (await import("./undo-bar")).UndoBar })));

interface UndoAreaProps {
  scope: string;
  /** Over the page, on screens without a place of their own for the bar. */
  isFloating?: boolean;
}

/** Place of the Undo bar of a channel. */
export function UndoArea(props: UndoAreaProps) {
  return <Suspense>{useHasUndo(props.scope) && <UndoBar {...props} />}</Suspense>;
}
