import { describe, expect, test, vi } from "vitest";
import { LiveSocket } from "./socket";
import { FakeTransport } from "./test-transport";
import { TopicClient } from "./topics";

function start() {
  const lines: FakeTransport[] = [];
  const client = new TopicClient((_path, hooks) => {
    const connect = (events: ConstructorParameters<typeof FakeTransport>[0]) => {
      lines.push(new FakeTransport(events));
      return lines.at(-1) ?? expect.fail();
    };
    return new LiveSocket({ connect, onState: () => {}, onEnd: () => {}, ...hooks });
  });
  const line = () => lines.at(-1) ?? expect.fail("no socket was opened");
  return { client, lines, line };
}

const handlers = () => ({ onEvents: vi.fn(), onRefetch: vi.fn(), onDenied: vi.fn() });
const sent = (line: FakeTransport) => line.sent.map((text) => JSON.parse(text));

describe("topics", () => {
  test("a subscription leaves as soon as the socket is open", () => {
    const { client, line } = start();
    client.subscribe("user:1", handlers());
    expect(line().sent).toEqual([]);
    line().serverOpens();
    expect(sent(line())).toEqual([{ type: "subscribe", topic: "user:1" }]);
  });

  test("events reach only the subscribers of the topic", () => {
    const { client, line } = start();
    const [first, second, other] = [handlers(), handlers(), handlers()];
    client.subscribe("user:1", first);
    client.subscribe("user:1", second);
    client.subscribe("user:2", other);
    line().serverOpens();
    line().serverSays({ type: "subscribed", topic: "user:1", epoch: "e", seq: 0 });
    line().serverSays({ type: "events", topic: "user:1", epoch: "e", seq: 1, events: ["one"] });
    expect([first, second, other].map(({ onEvents }) => onEvents.mock.calls)).toEqual([[[["one"]]], [[["one"]]], []]);
  });

  test("after a reconnect it subscribes from its position", () => {
    vi.useFakeTimers();
    const { client, line } = start();
    client.subscribe("user:1", handlers());
    line().serverOpens();
    line().serverSays({ type: "subscribed", topic: "user:1", epoch: "e", seq: 41 });
    line().serverSays({ type: "events", topic: "user:1", epoch: "e", seq: 42, events: ["x"] });
    line().serverCloses();
    vi.advanceTimersByTime(1_000);
    line().serverOpens();
    expect(sent(line())).toEqual([{ type: "subscribe", topic: "user:1", epoch: "e", seq: 42 }]);
    vi.useRealTimers();
  });
});

describe("leaving topics", () => {
  test("the last listener closes the socket, and a new one opens another", () => {
    const { client, lines, line } = start();
    const leave = client.subscribe("user:1", handlers());
    const leaveToo = client.subscribe("user:1", handlers());
    leave();
    expect(line().isClosed).toBe(false);
    leaveToo();
    expect(line().isClosed).toBe(true);
    client.subscribe("user:1", handlers());
    expect(lines).toHaveLength(2);
  });

  test("leaving one of two topics unsubscribes on the server", () => {
    const { client, line } = start();
    const leave = client.subscribe("user:1", handlers());
    client.subscribe("user:2", handlers());
    line().serverOpens();
    leave();
    expect(sent(line()).at(-1)).toEqual({ type: "unsubscribe", topic: "user:1" });
  });

  test("a denied topic is dropped and not asked for again", () => {
    const { client, line } = start();
    const denied = handlers();
    client.subscribe("user:2", denied);
    line().serverOpens();
    line().serverSays({ type: "denied", topic: "user:2" });
    expect(denied.onDenied).toHaveBeenCalledOnce();
    expect(line().isClosed).toBe(true);
  });
});
