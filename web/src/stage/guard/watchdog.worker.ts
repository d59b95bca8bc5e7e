import { deleteStopped, storeStopped } from "./stopped-code";

// Pings the page every second, and stores after six unanswered pings that the custom code must not run again. In a
// browser without a process for each site, code that runs for ever blocks the page too, and only this thread can do so.
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
  if (watched && unanswered >= MAX_UNANSWERED) void deleteStopped(watched.widgetId);
  unanswered = 0;
});

setInterval(() => {
  if (!watched) return;
  unanswered += 1;
  self.postMessage("ping");
  if (unanswered === MAX_UNANSWERED) void storeStopped(watched.widgetId, watched.code);
}, PING_MS);
