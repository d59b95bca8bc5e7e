import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { LiveSocket, type SocketState, type TransportEvents } from "./socket";
import { FakeTransport } from "./test-transport";

function start() {
  const lines: FakeTransport[] = [];
  const states: SocketState[] = [];
  const hooks = {
    connect: (events: TransportEvents) => {
      const line = new FakeTransport(events);
      lines.push(line);
      return line;
    },
    onOpen: vi.fn(),
    onMessage: vi.fn(),
    onState: (state: SocketState) => states.push(state),
    onEnd: vi.fn(),
  };
  const live = new LiveSocket(hooks);
  const current = () => lines.at(-1) ?? expect.fail("no socket was opened");
  return { live, lines, states, hooks, current };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("coming back", () => {
  test("a lost socket is tried again after 1 s, not sooner [T9 N3]", () => {
    const { lines, current } = start();
    current().serverOpens();
    current().serverCloses();
    vi.advanceTimersByTime(999);
    expect(lines).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(lines).toHaveLength(2);
  });

  test("it retries forever [T9 N3]", () => {
    const { lines, current } = start();
    for (let turn = 0; turn < 500; turn += 1) {
      current().serverCloses();
      vi.advanceTimersByTime(1_000);
    }
    expect(lines).toHaveLength(501);
  });

  test("onOpen is called at every reconnect, so that lists are refetched [T9]", () => {
    const { hooks, current } = start();
    current().serverOpens();
    current().serverCloses();
    vi.advanceTimersByTime(1_000);
    current().serverOpens();
    expect(hooks.onOpen).toHaveBeenCalledTimes(2);
  });

  test("Try now opens at once and leaves no second try behind", () => {
    const { live, lines, current } = start();
    current().serverCloses();
    live.retryNow();
    live.retryNow();
    vi.advanceTimersByTime(5_000);
    expect(lines).toHaveLength(2);
  });

  test("a handshake that never ends is given up and tried again", () => {
    const { lines } = start();
    vi.advanceTimersByTime(11_000);
    expect(lines).toHaveLength(2);
    expect(lines[0]?.isClosed).toBe(true);
  });
});

describe("heartbeat", () => {
  test("a ping leaves every 2 s [T9 N3]", () => {
    const { current } = start();
    current().serverOpens();
    for (let turn = 0; turn < 3; turn += 1) {
      vi.advanceTimersByTime(2_000);
      current().serverSays("pong");
    }
    expect(current().sent).toEqual(["ping", "ping", "ping"]);
  });

  test("3 s without a pong drop the socket, and 1 s later the next opens [T9 N3]", () => {
    const { lines, current } = start();
    current().serverOpens();
    vi.advanceTimersByTime(4_999);
    expect(current().isClosed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(current().isClosed).toBe(true);
    vi.advanceTimersByTime(1_000);
    expect(lines).toHaveLength(2);
  });

  test("a socket that answers stays [T9]", () => {
    const { lines, current } = start();
    current().serverOpens();
    for (let second = 0; second < 60; second += 1) {
      vi.advanceTimersByTime(1_000);
      current().serverSays("pong");
    }
    expect(lines).toHaveLength(1);
  });

  test("a pong is no message", () => {
    const { hooks, current } = start();
    current().serverOpens();
    current().serverSays("pong");
    current().serverSays("news");
    expect(hooks.onMessage.mock.calls).toEqual([["news"]]);
  });

  test("messages of a dropped socket are ignored", () => {
    const { lines, hooks, current } = start();
    current().serverOpens();
    vi.advanceTimersByTime(6_000);
    lines[0]?.serverSays("late");
    lines[0]?.serverCloses();
    vi.advanceTimersByTime(3_000);
    expect(hooks.onMessage).not.toHaveBeenCalled();
    expect(lines).toHaveLength(2);
  });
});

describe("the end", () => {
  test.each([
    [4401, "unauthenticated"],
    [4403, "forbidden"],
    [4404, "not_found"],
  ])("code %d stops the tries and says %s [T11]", (code, reason) => {
    const { lines, hooks, current } = start();
    current().serverOpens();
    current().serverCloses(code);
    vi.advanceTimersByTime(60_000);
    expect(hooks.onEnd.mock.calls).toEqual([[reason]]);
    expect(lines).toHaveLength(1);
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
