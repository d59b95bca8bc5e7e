import { describe, expect, test } from "vitest";
import { isoTime, localMinute } from "../../lib/time/local-minute";
import { asProvider, bodyOf, draftOf, NEW_QUOTE } from "./draft";
import { dateLabels, shortText } from "./quote-labels";
import type { Quote } from "./quotes";

const QUOTE: Quote = {
  id: "q1",
  number: 12,
  text: "I meant to do that",
  quoted_name: "Juno",
  provider: "twitch",
  category: "Tunic",
  said_at: "2030-01-02T20:42:17Z",
  stream_id: "s1",
  stream_offset_seconds: 4_364,
  created_at: "2030-01-02T20:43:00Z",
  created_by: "marekfixes",
  updated_at: "2030-01-02T20:43:00Z",
  updated_by: "marekfixes",
  revision: 1,
};

const PLATFORMS = [{ provider: "twitch" }, { provider: "kick" }];

describe("quote draft", () => {
  test("an unchanged time is sent as null, so that the stored time keeps its seconds", () => {
    const draft = draftOf(QUOTE, PLATFORMS);
    expect(bodyOf({ ...draft, text: "Other words" }, draft).said_at).toBeNull();
  });

  test("a deleted quote that is saved as new keeps its time, without seconds", () => {
    expect(bodyOf(draftOf(QUOTE, PLATFORMS), null).said_at).toBe("2030-01-02T20:42:00.000Z");
  });

  test("a changed time is sent in UTC", () => {
    const draft = draftOf(QUOTE, PLATFORMS);
    const sent = bodyOf({ ...draft, said_at: "2030-01-03T10:00" }, draft).said_at;
    expect(sent).toBe(new Date("2030-01-03T10:00").toISOString());
  });

  test("local minutes and ISO times convert both ways", () => {
    const minute = localMinute(QUOTE.said_at);
    expect(minute).toMatch(/^2030-01-0\dT\d\d:42$/);
    expect(isoTime(minute)).toBe("2030-01-02T20:42:00.000Z");
    expect(isoTime("")).toBeNull();
    expect(isoTime("no time")).toBeNull();
  });

  test("a new quote leaves the time to the server, and needs no platform", () => {
    expect(bodyOf({ ...NEW_QUOTE, text: "Hello" }, null)).toEqual({
      text: "Hello",
      quoted_name: "",
      provider: null,
      category: "",
      said_at: null,
    });
  });

  test("an unknown platform is treated as not set", () => {
    expect(["kick", "elsewhere", null].map((value) => asProvider(value, PLATFORMS))).toEqual(["kick", "", ""]);
  });
});

describe("quote labels", () => {
  test("a row shows the date, and the time since the start of the stream", () => {
    expect(dateLabels(QUOTE)).toEqual({ day: "2 Jan 2030", time: "at 1:12:44" });
    expect(dateLabels({ ...QUOTE, stream_offset_seconds: null }).time).toBeNull();
  });

  test("shortening a quote never splits a character", () => {
    expect(shortText("short")).toBe("short");
    expect(shortText("🦊".repeat(50))).toBe(`${"🦊".repeat(40)}…`);
  });
});
