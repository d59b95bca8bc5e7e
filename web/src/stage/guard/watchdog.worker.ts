import { forgetStopped, rememberStopped } from "./stopped-code";

// Pings the page every second. In a browser without a process for each site, custom code that runs for ever blocks the
// page too: then only this thread can store that the code must not run again.
const PING_MS = 1_000;
const MAX_UNANSWERED = 6;

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
  // The page answered after all: the code was only slow.
  if (watched && unanswered >= MAX_UNANSWERED) void forgetStopped(watched.widgetId);
  unanswered = 0;
});

setInterval(() => {
  if (!watched) return;
  unanswered += 1;
  self.postMessage("ping");
  if (unanswered === MAX_UNANSWERED) void rememberStopped(watched.widgetId, watched.code);
}, PING_MS);
