import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { WidgetDraft } from "../widget-types";
import { loadsForeign } from "./foreign-css";

type Shown = Pick<WidgetDraft, "settings" | "css">;

export interface PreviewFrame {
  /** Sends the unsaved settings. */
  send: () => void;
  /** Custom HTML ran for ever: the page has removed it, and runs none until it is asked to. */
  isStopped: boolean;
  runAgain: () => void;
}

/**
 * Sends the unsaved settings to the widget's page in the frame, at each change and whenever the page asks for them.
 * CSS that would load something foreign is not sent: the preview keeps the CSS before it.
 */
export function usePreviewFrame(
  frame: RefObject<HTMLIFrameElement | null>,
  shown: Shown,
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
    latest.current = loadsForeign(shown.css) ? { ...shown, css: latest.current.css } : shown;
    send();
  }, [shown, send]);
  useEffect(() => {
    const answer = ({ source, data }: MessageEvent) => {
      if (source !== frame.current?.contentWindow) return;
      if (isOf(data, "greenroom-preview-ready")) {
        send();
        onRevision(Number(data.revision ?? 0));
      }
      if (isOf(data, "greenroom-preview-stopped")) setIsStopped(true);
    };
    window.addEventListener("message", answer);
    return () => window.removeEventListener("message", answer);
  }, [frame, send, onRevision]);
  const runAgain = () => {
    setIsStopped(false);
    post({ type: "greenroom-preview-run" });
  };
  return { send, isStopped, runAgain };
}

/** A number that is not typed yet is NaN: the preview keeps the settings before it. */
function isBeingTyped({ settings }: Shown): boolean {
  return Object.values(settings).some(Number.isNaN);
}

function isOf(data: unknown, type: string): data is { type: string; revision?: unknown } {
  return typeof data === "object" && data !== null && "type" in data && data.type === type;
}
