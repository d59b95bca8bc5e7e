import { describe, expect, test } from "vitest";
import { advance, parseFrame, type TopicFrame } from "./topic-frames";

const at = (seq: number, epoch = "e1") => ({ epoch, seq });
const events = (seq: number, list: string[], epoch = "e1") =>
  ({ type: "events", topic: "t", epoch, seq, events: list }) as const;
const subscribed = (seq: number, epoch = "e1") => ({ type: "subscribed", topic: "t", epoch, seq }) as const;

describe("the position in a topic", () => {
  test("the first subscription refetches", () => {
    expect(advance(null, subscribed(7))).toEqual({ position: at(7), events: [], refetch: true });
  });

  test("after a reconnect, missed events that the server still has are applied without a refetch", () => {
    const resumed = advance(at(5), subscribed(7));
    expect(resumed.refetch).toBe(false);
    expect(advance(resumed.position, events(7, ["six", "seven"]))).toEqual({
      position: at(7),
      events: ["six", "seven"],
      refetch: false,
    });
  });

  test("a new epoch refetches", () => {
    expect(advance(at(5), subscribed(0, "e2"))).toEqual({ position: at(0, "e2"), events: [], refetch: true });
    expect(advance(at(5), events(6, ["six"], "e2")).refetch).toBe(true);
  });

  test("events seen before are not applied twice", () => {
    expect(advance(at(6), events(8, ["six", "seven", "eight"]))).toEqual({
      position: at(8),
      events: ["seven", "eight"],
      refetch: false,
    });
    expect(advance(at(8), events(7, ["six", "seven"])).events).toEqual([]);
  });

  test("a gap in the sequence refetches", () => {
    expect(advance(at(5), events(8, ["eight"]))).toEqual({ position: at(8), events: [], refetch: true });
  });

  test("a refetch frame refetches", () => {
    const frame = { type: "refetch", topic: "t", epoch: "e1", seq: 90 } as const;
    expect(advance(at(5), frame)).toEqual({ position: at(90), events: [], refetch: true });
  });
});

describe("frames", () => {
  test.each<TopicFrame>([
    { type: "subscribed", topic: "user:1", epoch: "e", seq: 0 },
    { type: "refetch", topic: "user:1", epoch: "e", seq: 3 },
    { type: "denied", topic: "user:1" },
    { type: "events", topic: "user:1", epoch: "e", seq: 4, events: [{ event: "channels_changed" }] },
  ])("a $type frame is parsed", (frame) => {
    expect(parseFrame(JSON.stringify(frame))).toEqual(frame);
  });

  test.each([
    "",
    "pong",
    "null",
    "[]",
    '{"type":"events","topic":"t"}',
    '{"type":"later","topic":"t","epoch":"e","seq":1}',
  ])("%j is ignored", (text) => {
    expect(parseFrame(text)).toBeNull();
  });
});
