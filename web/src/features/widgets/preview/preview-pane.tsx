import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from "react";
import { platformName, usePlatforms } from "../../../api/platforms";
import type { ChannelProvider } from "../../../api/types";
import { useChannelProviders } from "../../../session/channel-providers";
import { Segments } from "../../../ui/buttons/segments";
import { sizeLabel } from "../widget-labels";
import type { Widget, WidgetDraft, WidgetType } from "../widget-types";
import { addressQuery } from "../widgets.queries";
import classes from "./preview.module.css";
import { usePreviewFrame } from "./use-preview-frame";

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
    <section className="rigid miw-0" aria-labelledby="widget-preview">
      <header className={classes["head"]}>
        <h2 id="widget-preview">Preview</h2>
        <span className="small muted digits">
          {sizeLabel(STREAM)} at {Math.round(scale * 100)} %
        </span>
        <span className="row wrap ml-auto justify-end row-gap-4 column-gap-10">
          {live.reason && <span className="small muted digits">{live.reason}</span>}
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

interface LiveStream {
  /** URL of the platform's player; null if none can be shown. */
  url: string | null;
  /** Why no player can be shown; empty if one can, and while loading. */
  reason: string;
  title: string;
}

/** The channel's live stream to show behind a preview: embeddable if possible, then with the most viewers. */
function useLiveStream(channelId: string): LiveStream {
  const platforms = usePlatforms();
  const { data } = useChannelProviders(channelId);
  const live = data?.filter(({ is_live: isLive }) => isLive) ?? [];
  const [first] = live.toSorted((one, other) => rank(other) - rank(one));
  // No reason is shown while the connections are loading.
  if (!data) return { url: null, reason: "", title: "" };
  if (!first) return { url: null, reason: "No stream is live", title: "" };
  const platform = platformName(platforms, first.provider);
  return {
    url: first.embed_url,
    reason: first.embed_url ? "" : `${platform} streams can't be embedded`,
    title: `Your stream on ${platform}`,
  };
}

function rank({ embed_url, health }: ChannelProvider): number {
  return (embed_url ? 1e9 : 0) + (health.viewers ?? 0);
}

/** Size of the stream that the preview shows, in pixels. */
const STREAM = { width: 1920, height: 1080 } as const;

interface Size {
  width: number;
  height: number;
}

/** Sets the scale and the widget's size as CSS custom properties of the stage, and reports the scale. */
function useStage(stage: RefObject<HTMLElement | null>, { width, height }: Size, onScale: (scale: number) => void) {
  useLayoutEffect(() => {
    const element = stage.current;
    if (!element) return;
    element.style.setProperty("--widget-width", `${width}px`);
    element.style.setProperty("--widget-height", `${height}px`);
    const measure = () => {
      const scale = element.clientWidth / STREAM.width;
      element.style.setProperty("--scale", String(scale));
      onScale(scale);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [stage, width, height, onScale]);
}
