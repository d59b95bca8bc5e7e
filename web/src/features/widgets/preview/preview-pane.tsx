import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { Segments } from "../../../ui/buttons/segments";
import { sizeLabel } from "../widget-labels";
import type { Widget, WidgetDraft, WidgetType } from "../widget-types";
import { addressQuery } from "../widgets.queries";
import { type LiveStream, useLiveStream } from "./live-stream";
import classes from "./preview.module.css";
import { usePreviewFrame } from "./use-preview-frame";
import { STREAM, useStage } from "./use-stage";

type Ground = "still" | "checkered" | "live";

const GROUNDS: readonly { value: Ground; label: string }[] = [
  { value: "still", label: "Stream still" },
  { value: "checkered", label: "Checkered" },
  { value: "live", label: "Live" },
];

interface PreviewPaneProps {
  channelId: string;
  widget: Widget;
  type: WidgetType;
  draft: WidgetDraft;
  /** Called with the saved revision that the preview shows, each time that the preview has connected. */
  onRevision: (revision: number) => void;
}

/** The widget's page with the settings being edited, over a picture of a stream, checkers or the live stream. */
export function PreviewPane(props: PreviewPaneProps) {
  const [chosen, setGround] = useState<Ground>("still");
  const [scale, setScale] = useState(0);
  const live = useLiveStream(props.channelId);
  // The picture replaces a stream that has ended, until the stream is live again.
  const ground = chosen === "live" && !live.url ? "still" : chosen;
  return (
    <section className={classes["pane"]} aria-labelledby="widget-preview">
      <header className={classes["head"]}>
        <h2 id="widget-preview">Preview</h2>
        <span className={classes["size"]}>
          {sizeLabel(STREAM)} at {Math.round(scale * 100)} %
        </span>
        <span className={classes["ground"]}>
          {live.reason && <span className={classes["size"]}>{live.reason}</span>}
          <Segments
            label="Background of the preview"
            value={ground}
            options={GROUNDS.map((one) => (one.value === "live" ? { ...one, lockedBecause: live.reason } : one))}
            onChange={setGround}
          />
        </span>
      </header>
      <Stage {...props} ground={ground} live={live} onScale={setScale} />
    </section>
  );
}

interface StageProps extends PreviewPaneProps {
  ground: Ground;
  live: LiveStream;
  onScale: (scale: number) => void;
}

function Stage({ channelId, widget, type, draft, onRevision, ground, live, onScale }: StageProps) {
  const stage = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  useStage(stage, type, onScale);
  const { settings, css } = draft;
  const { send, isStopped, runAgain } = usePreviewFrame(
    frame,
    useMemo(() => ({ settings, css }), [settings, css]),
    onRevision,
  );
  const { data: path } = useQuery(addressQuery(channelId, widget));
  return (
    <div ref={stage} className={classes["stage"]} data-ground={ground}>
      {ground === "live" && live.url && (
        <iframe
          key={live.url}
          className={classes["live"]}
          src={live.url}
          title={live.title}
          // Autoplay is not allowed: the player starts muted, or only when the user presses it.
          allow="encrypted-media"
          // Players require a referrer, which our pages do not send by default.
          referrerPolicy="strict-origin-when-cross-origin"
        />
      )}
      <div className={classes["box"]} data-type={type.name}>
        <span className={classes["dimensions"]}>{sizeLabel(type)}</span>
        {path !== undefined && (
          <iframe
            ref={frame}
            // The path has the widget's key, and a page keeps the key it was loaded with: a new key needs a new frame.
            key={path}
            className={classes["frame"]}
            title={`Preview of ${widget.name}`}
            src={previewPath(path)}
            onLoad={send}
          />
        )}
      </div>
      {isStopped && (
        <div className={classes["stopped"]} role="alert">
          <p>This HTML stopped answering. Change it, then run it again.</p>
          <Button onClick={runAgain}>Run again</Button>
        </div>
      )}
    </div>
  );
}

/** Adds `?preview` to the path, so that the page is not listed among the connected sources. */
export function previewPath(path: string): string {
  return path.replace("#", "?preview#");
}
