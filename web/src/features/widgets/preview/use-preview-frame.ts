import { type RefObject, useCallback, useEffect, useRef } from "react";
import type { WidgetDraft } from "../widget-types";
import { loadsForeign } from "./foreign-css";

type Shown = Pick<WidgetDraft, "settings" | "css">;

/**
 * Sends the unsaved settings to the widget's page in the frame, at each change and whenever the page asks for them.
 * CSS that would load something foreign is not sent: the preview keeps the CSS before it.
 */
export function usePreviewFrame(frame: RefObject<HTMLIFrameElement | null>, shown: Shown): () => void {
  const latest = useRef({ ...shown, css: "" });
  const send = useCallback(() => {
    if (isBeingTyped(latest.current)) return;
    const message = { type: "greenroom-preview", ...latest.current };
    frame.current?.contentWindow?.postMessage(message, window.location.origin);
  }, [frame]);
  useEffect(() => {
    latest.current = loadsForeign(shown.css) ? { ...shown, css: latest.current.css } : shown;
    send();
  }, [shown, send]);
  useEffect(() => {
    const answer = ({ source, data }: MessageEvent) => {
      if (source === frame.current?.contentWindow && isReady(data)) send();
    };
    window.addEventListener("message", answer);
    return () => window.removeEventListener("message", answer);
  }, [frame, send]);
  return send;
}

/** A number that is not typed yet is NaN: the preview keeps the settings before it. */
function isBeingTyped({ settings }: Shown): boolean {
  return Object.values(settings).some(Number.isNaN);
}

function isReady(data: unknown): boolean {
  return typeof data === "object" && data !== null && "type" in data && data.type === "greenroom-preview-ready";
}
