import { type RefObject, useCallback, useEffect, useRef } from "react";
import type { WidgetDraft } from "../widget-types";

type Shown = Pick<WidgetDraft, "settings" | "css">;

/** Sends the unsaved settings to the widget's page in the frame, at each change and whenever the page asks for them. */
export function usePreviewFrame(frame: RefObject<HTMLIFrameElement | null>, shown: Shown): () => void {
  const latest = useRef(shown);
  const send = useCallback(() => {
    if (isBeingTyped(latest.current)) return;
    const message = { type: "greenroom-preview", ...latest.current };
    frame.current?.contentWindow?.postMessage(message, window.location.origin);
  }, [frame]);
  useEffect(() => {
    latest.current = shown;
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
