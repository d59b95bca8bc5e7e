/** Runs inside the page: collects frame times and the latency of each new line of the chat log. */
export function observePaints() {
  const clock = () => performance.timeOrigin + performance.now();
  let frames = [];
  let latencies = [];
  let newestPainted = 0;
  let worstBehind = 0;
  let isMeasuring = false;
  let beganAt = 0;
  let lastFrame = performance.now();
  let addedRows = [];

  new MutationObserver((changes) => {
    for (const change of changes)
      for (const node of change.addedNodes) {
        if (!(node instanceof Element)) continue;
        for (const time of node.querySelectorAll("[data-key] time")) addedRows.push(Date.parse(time.dateTime));
      }
  }).observe(document.querySelector("[role=log]"), { childList: true, subtree: true });

  function onFrame(now) {
    if (isMeasuring) frames.push(now - lastFrame);
    lastFrame = now;
    if (addedRows.length > 0) {
      const rows = addedRows;
      addedRows = [];
      // A task posted in the frame runs after its paint.
      const channel = new MessageChannel();
      channel.port1.onmessage = () => recordPaint(rows);
      channel.port2.postMessage(null);
    }
    requestAnimationFrame(onFrame);
  }
  requestAnimationFrame(onFrame);

  function recordPaint(rows) {
    const now = clock();
    const newest = Math.max(...rows);
    if (isMeasuring) {
      // Rows that scroll back into view are not new, and lines sent before the start may have waited for the heap count.
      for (const sentAt of rows) if (sentAt > Math.max(newestPainted, beganAt)) latencies.push(now - sentAt);
      worstBehind = Math.max(worstBehind, now - Math.max(newestPainted, newest));
    }
    newestPainted = Math.max(newestPainted, newest);
  }

  window.paints = {
    begin() {
      frames = [];
      latencies = [];
      worstBehind = 0;
      beganAt = clock();
      isMeasuring = true;
    },
    end() {
      isMeasuring = false;
      return { frames, latencies, worstBehind };
    },
  };
}
