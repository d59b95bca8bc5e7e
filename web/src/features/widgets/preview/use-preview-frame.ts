import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { WidgetDraft } from "../widget-types";
import { loadsExternal } from "./external-css";

type Unsaved = Pick<WidgetDraft, "settings" | "css">;

export interface PreviewFrame {
  /** Sends the unsaved settings to the page in the frame. */
  send: () => void;
  /** Whether the page has stopped custom HTML that ran for ever; `runAgain` starts the HTML again. */
  isStopped: boolean;
  runAgain: () => void;
}

/**
 * Sends the unsaved settings to the widget's page in the frame, at each change and each time the page is ready.
 * CSS that would load external resources is not sent: the preview keeps the previous CSS.
 * `onRevision` is called with the saved revision that the page shows, each time the page is ready.
 */
export function usePreviewFrame(
  frame: RefObject<HTMLIFrameElement | null>,
  shown: Unsaved,
  onRevision: (revision: number) => void,
): PreviewFrame {
  const latest = useRef({ ...shown, css: "" });
  const [isStopped, setIsStopped] = useState(false);
  const post = useCallback(
    (message: { type: string }) => frame.current?.contentWindow?.postMessage(message, window.location.origin),
    [frame],
  );
  const send = useCallback(() => {
    if (!isBeingTyped(latest.current)) post({ type: "greenroom-preview", ...latest.current });
  }, [post]);
  useEffect(() => {
    latest.current = loadsExternal(shown.css) ? { ...shown, css: latest.current.css } : shown;
    send();
  }, [shown, send]);
  useEffect(() => {
    const onMessage = ({ source, data }: MessageEvent) => {
      if (source !== frame.current?.contentWindow) return;
      if (isMessage(data, "greenroom-preview-ready")) {
        send();
        onRevision(Number(data.revision ?? 0));
      }
      if (isMessage(data, "greenroom-preview-stopped")) setIsStopped(true);
    };
    window.addEventListener("message", onMessage);
    return () => window.removeEventListener("message", onMessage);
  }, [frame, send, onRevision]);
  const runAgain = () => {
    setIsStopped(false);
    post({ type: "greenroom-preview-run" });
  };
  return { send, isStopped, runAgain };
}

/** Whether a number is NaN, as while it is being typed; the preview then keeps the previous settings. */
function isBeingTyped({ settings }: Unsaved): boolean {
  return Object.values(settings).some(Number.isNaN);
}

function isMessage(data: unknown, type: string): data is { type: string; revision?: unknown } {
  return typeof data === "object" && data !== null && "type" in data && data.type === type;
}
