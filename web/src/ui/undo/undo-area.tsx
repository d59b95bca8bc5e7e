import { lazy, Suspense } from "react";
import { loadScreen } from "../../lib/reload-guard";
import { useHasUndo } from "./undo-offers";

const UndoBar = lazy(() => loadScreen(async () => ({ default: (await import("./undo-bar")).UndoBar })));

interface UndoAreaProps {
  channelId: string;
  /** The bar floats over the page, for screens that have no area for it. */
  isFloating?: boolean;
}

/** Shows the Undo bar while there is something to undo in the channel. */
export function UndoArea(props: UndoAreaProps) {
  return <Suspense>{useHasUndo(props.channelId) && <UndoBar {...props} />}</Suspense>;
}
