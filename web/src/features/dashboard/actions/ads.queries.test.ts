import { expect, test } from "vitest";
import { type Ad, withDetails } from "./ads.queries";

const RUN: Ad = {
  started_at: "2026-11-18T20:00:00Z",
  ends_at: "2026-11-18T20:01:00Z",
  next_possible_at: "2026-11-18T20:08:00Z",
  detail: "Twitch runs 60 seconds instead of 90.",
};

function reported(startedAt: string): Ad {
  return { started_at: startedAt, ends_at: "2026-11-18T21:31:00Z", next_possible_at: null, detail: "" };
}

test("a report of an ad that Greenroom started keeps the details of Twitch's response", () => {
  expect(withDetails(RUN, reported("2026-11-18T20:00:02Z"))).toBe(RUN);
});

test("an ad that was started elsewhere replaces an older ad", () => {
  const ad = reported("2026-11-18T21:30:00Z");
  expect(withDetails(RUN, ad)).toBe(ad);
  expect(withDetails(undefined, ad)).toBe(ad);
});
