import { forgetStopped, rememberStopped } from "./stopped-code";

// Asks the page every second. In a browser without a process for each site, own code that runs for ever blocks the
// page too: then only this thread is left to remember it.
const PING_MS = 1_000;
const UNANSWERED = 6;

interface Watched {
  widgetId: string;
  code: string;
}

let watched: Watched | undefined;
let unanswered = 0;

self.addEventListener("message", ({ data }: MessageEvent<Watched | "pong">) => {
  if (data !== "pong") {
    watched = data;
    unanswered = 0;
    self.postMessage("watching");
    return;
  }
  // It was only slow.
  if (watched && unanswered >= UNANSWERED) void forgetStopped(watched.widgetId);
  unanswered = 0;
});

setInterval(() => {
  if (!watched) return;
  unanswered += 1;
  self.postMessage("ping");
  if (unanswered === UNANSWERED) void rememberStopped(watched.widgetId, watched.code);
}, PING_MS);
