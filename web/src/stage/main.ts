import { CodeGuard } from "./guard/code-guard";
import { PageSocket } from "./page-socket";
import { Stage } from "./stage";
import "./stage.css";
import type { StageEvent, StateFrame, Stream } from "./stage-types";

/** The widget's key, which is in the fragment of the address: browsers send fragments to no server. */
function keyOf(hash: string): string {
  return new URLSearchParams(hash.slice(1)).get("key") ?? "";
}

/** Adds `type` to changes of streams, which the server publishes without a type; returns other frames unchanged. */
function asEvent(frame: unknown): StateFrame | StageEvent {
  const typed = frame as (StateFrame | StageEvent) & { action?: "new" | "updated" | "deleted"; data?: Stream };
  if (typed.action && typed.data) return { type: "stream", action: typed.action, data: typed.data };
  return typed;
}

function start(root: HTMLElement): void {
  const widgetId = window.location.pathname.split("/")[2] ?? "";
  const isPreview = new URLSearchParams(window.location.search).has("preview");
  const guard = new CodeGuard(widgetId, isPreview, () => postToEditor("greenroom-preview-stopped"));
  const reportShown = (alertId: string) => socket.send({ type: "shown", alert_id: alertId });
  const stage = new Stage(root, { reportShown, guard });
  const host = `${window.location.protocol.replace("http", "ws")}//${window.location.host}`;
  const socket = new PageSocket(`${host}/api/2/widgets/${encodeURIComponent(widgetId)}/live`, {
    hello: () => {
      stage.dropEarlyEvents();
      const size = { width: window.innerWidth, height: window.innerHeight };
      return JSON.stringify({ key: keyOf(window.location.hash), is_preview: isPreview, ...size });
    },
    onFrame: (frame) => {
      stage.receive(asEvent(frame));
      const { type, revision } = frame as Partial<StateFrame>;
      if (isPreview && type === "state") postToEditor("greenroom-preview-ready", { revision });
    },
    onRefused: () => stage.blank(),
  });
  // A new key in the address of the same OBS source changes only the fragment, which does not load the page again.
  window.addEventListener("hashchange", () => window.location.reload());
  if (isPreview) listenToEditor(stage, guard);
}

/** Handles messages of the editor, whose preview this page is: edited settings, and "Run again" for stopped code. */
function listenToEditor(stage: Stage, guard: CodeGuard): void {
  window.addEventListener("message", ({ source, origin, data }) => {
    if (source !== window.parent || origin !== window.location.origin) return;
    if (data?.type === "greenroom-preview") stage.preview(data.settings, String(data.css ?? ""));
    else if (data?.type === "greenroom-preview-run") void guard.release().then(() => stage.remount());
  });
}

function postToEditor(type: string, more: object = {}): void {
  if (window.parent !== window) window.parent.postMessage({ type, ...more }, window.location.origin);
}

const root = document.getElementById("widget");
if (root) start(root);
