import { element } from "../dom";
import { sampleActivity, sampleLine } from "../samples";
import type { Renderer, SettingsOf } from "../stage-types";

const FRAME = "/widget-frame";
const PING_MS = 2_000;
// Longer than any script should block its page.
const PONG_MS = 6_000;

/** Own code in a frame of another origin, without network, windows or access to this page. */
export function mountCustomHtml(root: HTMLElement, settings: SettingsOf["custom_html"]): Renderer {
  const frame = element("iframe", "custom");
  // Not `allow-same-origin`: the frame's origin is opaque.
  frame.setAttribute("sandbox", "allow-scripts");
  frame.src = FRAME;
  const send = (message: object) => frame.contentWindow?.postMessage(message, "*");
  let answeredAt = performance.now();
  let isLoaded = false;
  let waiting: object[] = [];
  const pass = (name: string, value: unknown) => {
    const message = { type: "event", name, value };
    if (isLoaded) send(message);
    else waiting = [...waiting.slice(-99), message];
  };
  const receive = ({ source, data }: MessageEvent) => {
    if (source !== frame.contentWindow) return;
    answeredAt = performance.now();
    if (data?.type !== "ready" || isLoaded) return;
    isLoaded = true;
    send({ type: "load", html: settings.html, css: settings.css, script: settings.script, fields: fieldsOf(settings) });
    for (const message of waiting) send(message);
    waiting = [];
  };
  window.addEventListener("message", receive);
  // Code that runs for ever answers no more: its frame goes, if the browser gave it a process of its own.
  const watch = setInterval(() => {
    if (performance.now() - answeredAt > PONG_MS) frame.remove();
    else send({ type: "ping" });
  }, PING_MS);
  root.append(frame);
  return {
    state: () => undefined,
    event: (event) => {
      if (event.type === "line") pass("message", event.line);
      else if (event.type === "removed" || event.type === "swept") pass(event.type, event);
      else if (event.type === "activity") pass("activity", event.activity);
    },
    test: (name) => {
      if (name === "message") pass("message", sampleLine("message", 1));
      else pass("activity", sampleActivity(name, 1));
    },
    destroy: () => {
      clearInterval(watch);
      window.removeEventListener("message", receive);
    },
  };
}

/** Numbers and switches have their own type. */
export function fieldsOf({ fields }: SettingsOf["custom_html"]): Record<string, string | number | boolean> {
  return Object.fromEntries(
    fields.map(({ key, kind, value }) => {
      if (kind === "number") return [key, Number(value)];
      return [key, kind === "switch" ? value === "true" : value];
    }),
  );
}
