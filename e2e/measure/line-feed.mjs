// Feeds chat lines to the page without Greenroom: lines that the page received before, with new ids and time stamps, sent
// by a bare WebSocket server in this process. Measures the latency of the page and the machine alone.
import { WebSocketServer } from "ws";

// The rehearsal sends in ticks of the same length.
const TICK_MS = 20;
const MAX_RECORDED_FRAMES = 200;

export async function openFeed(page) {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate: false });
  await new Promise((resolve) => server.once("listening", resolve));
  const url = `ws://127.0.0.1:${server.address().port}`;
  await page.addInitScript(recordFrames, MAX_RECORDED_FRAMES);
  let timer;

  return {
    async start(perSecond) {
      const connected = new Promise((resolve) => server.once("connection", resolve));
      const nextFrame = frameSource(await page.evaluate((address) => window.recorded.connect(address), url));
      const socket = await connected;
      const beganAt = performance.now();
      let sent = 0;
      timer = setInterval(() => {
        const due = Math.floor(((performance.now() - beganAt) / 1000) * perSecond) - sent;
        if (due > 0) socket.send(nextFrame(due));
        sent += due;
      }, TICK_MS);
    },
    async stop() {
      clearInterval(timer);
      await page.evaluate(() => window.recorded.disconnect());
    },
    close: () => server.close(),
  };
}

/** Runs in the page before its scripts: records chat frames of the live socket, and passes the feed's frames to it. */
function recordFrames(maxFrames) {
  const Native = window.WebSocket;
  const frames = [];
  let live;
  let last = "";
  let feed;
  const pass = (data) => live.dispatchEvent(new MessageEvent("message", { data }));
  window.WebSocket = class extends Native {
    constructor(...args) {
      super(...args);
      this.addEventListener("message", ({ data, isTrusted }) => {
        if (!isTrusted || !data.slice(0, 100).includes(':chat"')) return;
        live = this;
        last = data;
        if (frames.length < maxFrames) frames.push(data);
      });
    }
  };
  window.recorded = {
    connect(url) {
      feed = new Native(url);
      feed.onmessage = ({ data }) => pass(data);
      return { frames, last };
    },
    disconnect() {
      feed.onmessage = null;
      feed.close();
      // Returns the page to the server's position in the topic.
      const { topic, epoch, seq } = JSON.parse(last);
      pass(JSON.stringify({ type: "refetch", topic, epoch, seq }));
    },
  };
}

/** Returns a function that makes frames of the chat's topic, which continue after the last recorded frame. */
function frameSource({ frames, last }) {
  const events = frames.flatMap((text) => JSON.parse(text).events ?? []).filter(({ type }) => type === "line");
  if (events.length === 0) throw new Error("The page received no chat line that the feed could repeat.");
  const { topic, epoch, seq } = JSON.parse(last);
  let count = 0;
  const nextEvent = () => {
    const { line } = events[count % events.length];
    count += 1;
    const sentAt = new Date().toISOString();
    return { type: "line", line: { ...line, message_id: `feed-${sentAt}-${count}`, sent_at: sentAt } };
  };
  return (size) => {
    const next = Array.from({ length: size }, nextEvent);
    return JSON.stringify({ type: "events", topic, epoch, seq: seq + count, events: next });
  };
}
