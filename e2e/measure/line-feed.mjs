// Feeds chat lines to the page without Greenroom: the lines that the page received before, with new ids and time stamps,
// sent by a bare WebSocket server in this process. Gives the latency of the page and the machine alone.
import { WebSocketServer } from "ws";

// The rehearsal sends in ticks of the same length.
const TICK_MS = 20;
const MAX_RECORDED_FRAMES = 200;

export async function openFeed(page) {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate: false });
  await new Promise((resolve) => server.once("listening", resolve));
  await page.addInitScript(recordFrames, MAX_RECORDED_FRAMES);
  let timer;

  function stop() {
    clearInterval(timer);
    for (const socket of server.clients) socket.terminate();
  }

  async function start(perSecond) {
    stop();
    const connected = new Promise((resolve) => server.once("connection", resolve));
    const recorded = await page.evaluate((url) => window.recorded.connect(url), `ws://127.0.0.1:${server.address().port}`);
    const socket = await connected;
    const nextFrame = frameSource(recorded);
    let sent = 0;
    const beganAt = performance.now();
    timer = setInterval(() => {
      const due = Math.floor(((performance.now() - beganAt) / 1000) * perSecond) - sent;
      if (due > 0) socket.send(nextFrame(due));
      sent += due;
    }, TICK_MS);
  }

  return { start, stop, close: () => (stop(), server.close()) };
}

/** Runs inside the page before its own scripts: keeps the live socket and the first and last chat frames it received. */
function recordFrames(maxFrames) {
  const Native = window.WebSocket;
  const frames = [];
  let live;
  let last = "";
  window.WebSocket = class extends Native {
    constructor(...args) {
      super(...args);
      live = this;
      this.addEventListener("message", ({ data }) => {
        if (data.length < 100 || !data.slice(0, 100).includes(':chat"')) return;
        last = data;
        if (frames.length < maxFrames) frames.push(data);
      });
    }
  };
  window.recorded = {
    connect(url) {
      const feed = new Native(url);
      feed.onmessage = ({ data }) => live.dispatchEvent(new MessageEvent("message", { data }));
      return { frames, last };
    },
  };
}

/** Frames of the chat's topic that continue after the last recorded one. */
function frameSource({ frames, last }) {
  const events = frames.flatMap((text) => JSON.parse(text).events ?? []).filter(({ type }) => type === "line");
  if (events.length === 0) throw new Error("The page received no chat line that the feed could repeat.");
  const { topic, epoch, seq } = JSON.parse(last);
  let count = 0;
  const nextEvent = () => {
    const { line } = events[count % events.length];
    count += 1;
    return { type: "line", line: { ...line, message_id: `feed-${count}`, sent_at: new Date().toISOString() } };
  };
  return (size) => {
    const next = Array.from({ length: size }, nextEvent);
    return JSON.stringify({ type: "events", topic, epoch, seq: seq + count, events: next });
  };
}
