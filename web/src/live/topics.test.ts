import { describe, expect, test, vi } from "vitest";
import { LiveSocket } from "./socket";
import { FakeTransport } from "./test-transport";
import { TopicClient } from "./topics";

function start() {
  const transports: FakeTransport[] = [];
  const client = new TopicClient((_path, hooks) => {
    const connect = (events: ConstructorParameters<typeof FakeTransport>[0]) => {
      transports.push(new FakeTransport(events));
      return transports.at(-1) ?? expect.fail();
    };
    return new LiveSocket({ connect, onState: () => {}, onEnd: () => {}, ...hooks });
  });
  const transport = () => transports.at(-1) ?? expect.fail("no socket was opened");
  return { client, transports, transport };
}

const handlers = () => ({ onEvents: vi.fn(), onRefetch: vi.fn(), onDenied: vi.fn() });
const sent = (transport: FakeTransport) => transport.sent.map((text) => JSON.parse(text));

describe("topics", () => {
  test("a subscription is sent when the socket opens", () => {
    const { client, transport } = start();
    client.subscribe("user:1", handlers());
    expect(transport().sent).toEqual([]);
    transport().serverOpens();
    expect(sent(transport())).toEqual([{ type: "subscribe", topic: "user:1" }]);
  });

  test("events reach only the subscribers of the topic", () => {
    const { client, transport } = start();
    const [first, second, other] = [handlers(), handlers(), handlers()];
    client.subscribe("user:1", first);
    client.subscribe("user:1", second);
    client.subscribe("user:2", other);
    transport().serverOpens();
    transport().serverSends({ type: "subscribed", topic: "user:1", epoch: "e", seq: 0 });
    transport().serverSends({ type: "events", topic: "user:1", epoch: "e", seq: 1, events: ["one"] });
    expect([first, second, other].map(({ onEvents }) => onEvents.mock.calls)).toEqual([[[["one"]]], [[["one"]]], []]);
  });

  test("after a reconnect the subscription continues from its position", () => {
    vi.useFakeTimers();
    const { client, transport } = start();
    client.subscribe("user:1", handlers());
    transport().serverOpens();
    transport().serverSends({ type: "subscribed", topic: "user:1", epoch: "e", seq: 41 });
    transport().serverSends({ type: "events", topic: "user:1", epoch: "e", seq: 42, events: ["x"] });
    transport().serverCloses();
    vi.advanceTimersByTime(1_000);
    transport().serverOpens();
    expect(sent(transport())).toEqual([{ type: "subscribe", topic: "user:1", epoch: "e", seq: 42 }]);
    vi.useRealTimers();
  });
});

describe("a topic whose missed events the server does not send again", () => {
  test("after a reconnect with missed events everything is fetched again, and events continue", () => {
    vi.useFakeTimers();
    const { client, transport } = start();
    const viewer = handlers();
    client.subscribe("1:public-chat", viewer);
    transport().serverOpens();
    transport().serverSends({ type: "subscribed", topic: "1:public-chat", epoch: "e", seq: 0 });
    transport().serverCloses();
    vi.advanceTimersByTime(1_000);
    transport().serverOpens();
    transport().serverSends({ type: "refetch", topic: "1:public-chat", epoch: "e", seq: 3 });
    transport().serverSends({ type: "events", topic: "1:public-chat", epoch: "e", seq: 4, events: ["four"] });
    expect(viewer.onRefetch).toHaveBeenCalledTimes(2);
    expect(viewer.onEvents.mock.calls).toEqual([[["four"]]]);
    vi.useRealTimers();
  });

  test("a new epoch while connected fetches everything again", () => {
    const { client, transport } = start();
    const viewer = handlers();
    client.subscribe("1:public-chat", viewer);
    transport().serverOpens();
    transport().serverSends({ type: "subscribed", topic: "1:public-chat", epoch: "e", seq: 5 });
    transport().serverSends({ type: "refetch", topic: "1:public-chat", epoch: "f", seq: 0 });
    transport().serverSends({ type: "events", topic: "1:public-chat", epoch: "f", seq: 1, events: ["one"] });
    expect(viewer.onRefetch).toHaveBeenCalledTimes(2);
    expect(viewer.onEvents.mock.calls).toEqual([[["one"]]]);
  });
});

describe("unsubscribing", () => {
  test("the last unsubscribe closes the socket, and a new subscription opens another", () => {
    const { client, transports, transport } = start();
    const unsubscribe = client.subscribe("user:1", handlers());
    const unsubscribeSecond = client.subscribe("user:1", handlers());
    unsubscribe();
    expect(transport().isClosed).toBe(false);
    unsubscribeSecond();
    expect(transport().isClosed).toBe(true);
    client.subscribe("user:1", handlers());
    expect(transports).toHaveLength(2);
  });

  test("unsubscribing from one of two topics tells the server", () => {
    const { client, transport } = start();
    const unsubscribe = client.subscribe("user:1", handlers());
    client.subscribe("user:2", handlers());
    transport().serverOpens();
    unsubscribe();
    expect(sent(transport()).at(-1)).toEqual({ type: "unsubscribe", topic: "user:1" });
  });

  test("a denied topic is dropped, and the socket closes with its last topic", () => {
    const { client, transport } = start();
    const denied = handlers();
    client.subscribe("user:2", denied);
    transport().serverOpens();
    transport().serverSends({ type: "denied", topic: "user:2" });
    expect(denied.onDenied).toHaveBeenCalledOnce();
    expect(transport().isClosed).toBe(true);
  });
});
