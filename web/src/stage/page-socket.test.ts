import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { TransportEvents } from "../live/socket";
import { PageSocket } from "./page-socket";

describe("the socket of a page", () => {
  let opened: { events: TransportEvents; sent: string[] }[] = [];
  const refused = vi.fn();
  const received = vi.fn();
  const open = () =>
    new PageSocket("ws://here", {
      hello: () => "hello",
      onFrame: received,
      onRefused: refused,
      connect: (events) => {
        const sent: string[] = [];
        opened.push({ events, sent });
        return { send: (text) => sent.push(text), close: () => undefined };
      },
    });
  const last = () => opened[opened.length - 1];

  beforeEach(() => {
    vi.useFakeTimers();
    opened = [];
    refused.mockReset();
    received.mockReset();
  });
  afterEach(() => {
    vi.clearAllTimers();
    vi.useRealTimers();
  });

  it("sends the key first, on every connection", () => {
    open();
    last()?.events.opened();
    last()?.events.received('{"type":"state"}');
    expect(received).toHaveBeenCalledWith({ type: "state" });
    last()?.events.closed(1006);
    vi.advanceTimersByTime(1_000);
    last()?.events.opened();
    expect(opened.map(({ sent }) => sent)).toEqual([["hello"], ["hello"]]);
    expect(refused).not.toHaveBeenCalled();
  });

  it("reconnects at once when the server closes it because the widget was changed", () => {
    open();
    last()?.events.opened();
    last()?.events.closed(1012);
    expect(opened).toHaveLength(2);
  });

  it("reports each refusal of its key, and retries for ever", () => {
    open();
    for (let round = 1; round <= 3; round += 1) {
      last()?.events.opened();
      last()?.events.closed(4403);
      expect(refused).toHaveBeenCalledTimes(round);
      vi.advanceTimersByTime(30_000);
      expect(opened).toHaveLength(round + 1);
    }
  });
});
