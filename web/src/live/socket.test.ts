import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { LiveSocket, type SocketState, type TransportEvents } from "./socket";
import { FakeTransport } from "./test-transport";

function start() {
  const transports: FakeTransport[] = [];
  const states: SocketState[] = [];
  const hooks = {
    connect: (events: TransportEvents) => {
      const transport = new FakeTransport(events);
      transports.push(transport);
      return transport;
    },
    onOpen: vi.fn(),
    onMessage: vi.fn(),
    onState: (state: SocketState) => states.push(state),
    onEnd: vi.fn(),
  };
  const live = new LiveSocket(hooks);
  const current = () => transports.at(-1) ?? expect.fail("no socket was opened");
  return { live, transports, states, hooks, current };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("reconnecting", () => {
  test("a lost socket reconnects after 1 s, not sooner [T9 N3]", () => {
    const { transports, current } = start();
    current().serverOpens();
    current().serverCloses();
    vi.advanceTimersByTime(999);
    expect(transports).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(transports).toHaveLength(2);
  });

  test("a failing socket is retried forever [T9 N3]", () => {
    const { transports, current } = start();
    for (let turn = 0; turn < 500; turn += 1) {
      current().serverCloses();
      vi.advanceTimersByTime(1_000);
    }
    expect(transports).toHaveLength(501);
  });

  test("onOpen is called at every reconnect, so that lists are refetched [T9]", () => {
    const { hooks, current } = start();
    current().serverOpens();
    current().serverCloses();
    vi.advanceTimersByTime(1_000);
    current().serverOpens();
    expect(hooks.onOpen).toHaveBeenCalledTimes(2);
  });

  test("Try now connects at once and cancels the scheduled retry", () => {
    const { live, transports, current } = start();
    current().serverCloses();
    live.retryNow();
    live.retryNow();
    vi.advanceTimersByTime(5_000);
    expect(transports).toHaveLength(2);
  });

  test("a handshake that never ends times out and is retried", () => {
    const { transports } = start();
    vi.advanceTimersByTime(11_000);
    expect(transports).toHaveLength(2);
    expect(transports[0]?.isClosed).toBe(true);
  });
});

describe("heartbeat", () => {
  test("a ping is sent every 2 s [T9 N3]", () => {
    const { current } = start();
    current().serverOpens();
    for (let turn = 0; turn < 3; turn += 1) {
      vi.advanceTimersByTime(2_000);
      current().serverSends("pong");
    }
    expect(current().sent).toEqual(["ping", "ping", "ping"]);
  });

  test("after 3 s without a pong the socket closes, and 1 s later the next opens [T9 N3]", () => {
    const { transports, current } = start();
    current().serverOpens();
    vi.advanceTimersByTime(4_999);
    expect(current().isClosed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(current().isClosed).toBe(true);
    vi.advanceTimersByTime(1_000);
    expect(transports).toHaveLength(2);
  });

  test("a socket that receives pongs stays open [T9]", () => {
    const { transports, current } = start();
    current().serverOpens();
    for (let second = 0; second < 60; second += 1) {
      vi.advanceTimersByTime(1_000);
      current().serverSends("pong");
    }
    expect(transports).toHaveLength(1);
  });

  test("a pong is not passed on as a message", () => {
    const { hooks, current } = start();
    current().serverOpens();
    current().serverSends("pong");
    current().serverSends("message");
    expect(hooks.onMessage.mock.calls).toEqual([["message"]]);
  });

  test("messages of a dropped socket are ignored", () => {
    const { transports, hooks, current } = start();
    current().serverOpens();
    vi.advanceTimersByTime(6_000);
    transports[0]?.serverSends("late");
    transports[0]?.serverCloses();
    vi.advanceTimersByTime(3_000);
    expect(hooks.onMessage).not.toHaveBeenCalled();
    expect(transports).toHaveLength(2);
  });
});

describe("closing", () => {
  test.each([
    [4401, "unauthenticated"],
    [4403, "forbidden"],
    [4404, "not_found"],
  ])("close code %d stops reconnecting and reports %s [T11]", (code, reason) => {
    const { transports, hooks, current } = start();
    current().serverOpens();
    current().serverCloses(code);
    vi.advanceTimersByTime(60_000);
    expect(hooks.onEnd.mock.calls).toEqual([[reason]]);
    expect(transports).toHaveLength(1);
  });

  test("a socket we close stays closed and leaves no timer", () => {
    const { live, current } = start();
    current().serverOpens();
    live.close();
    expect(current().isClosed).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("the states are reported in order", () => {
    const { live, states, current } = start();
    current().serverOpens();
    current().serverCloses();
    vi.advanceTimersByTime(1_000);
    live.close();
    expect(states.map((state) => state.phase)).toEqual(["connecting", "open", "waiting", "connecting", "ended"]);
  });
});
