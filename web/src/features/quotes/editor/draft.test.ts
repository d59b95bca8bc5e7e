import { describe, expect, test } from "vitest";
import { dateLabels, shortText } from "../quote-labels";
import type { Quote } from "../quote-types";
import { asProvider, bodyOf, draftOf, localMinute, momentOf, NEW_QUOTE } from "./draft";

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

describe("a quote while it is edited", () => {
  test("a moment that nobody touched is not sent, so that it keeps its seconds", () => {
    const draft = draftOf(QUOTE);
    expect(bodyOf({ ...draft, text: "Other words" }, draft).said_at).toBeNull();
  });

  test("a quote that was deleted meanwhile and is made anew keeps its minute", () => {
    expect(bodyOf(draftOf(QUOTE), null).said_at).toBe("2030-01-02T20:42:00.000Z");
  });

  test("a moment that was changed is sent for the whole world", () => {
    const draft = draftOf(QUOTE);
    const sent = bodyOf({ ...draft, said_at: "2030-01-03T10:00" }, draft).said_at;
    expect(sent).toBe(new Date("2030-01-03T10:00").toISOString());
  });

  test("local minutes and moments are each other's way back", () => {
    const minute = localMinute(QUOTE.said_at);
    expect(minute).toMatch(/^2030-01-0\dT\d\d:42$/);
    expect(momentOf(minute)).toBe("2030-01-02T20:42:00.000Z");
    expect(momentOf("")).toBeNull();
    expect(momentOf("no moment")).toBeNull();
  });

  test("a new quote leaves the moment and the platform to the server", () => {
    expect(bodyOf({ ...NEW_QUOTE, text: "Hello" }, null)).toEqual({
      text: "Hello",
      quoted_name: "",
      provider: null,
      category: "",
      said_at: null,
    });
  });

  test("a platform that this installation does not know is none", () => {
    expect([asProvider("kick"), asProvider("elsewhere"), asProvider(null)]).toEqual(["kick", "", ""]);
  });
});

describe("the words of a quote", () => {
  test("a row tells the day, and how far into the stream it was", () => {
    expect(dateLabels(QUOTE)).toEqual({ day: "2 Jan 2030", into: "at 1:12:44" });
    expect(dateLabels({ ...QUOTE, stream_offset_seconds: null }).into).toBeNull();
  });

  test("a long quote is cut between characters, never within one", () => {
    expect(shortText("short")).toBe("short");
    expect(shortText("🦊".repeat(50))).toBe(`${"🦊".repeat(40)}…`);
  });
});
