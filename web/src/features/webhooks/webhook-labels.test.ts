import { expect, test } from "vitest";
import { eventLabel } from "../../ui/event-labels";
import { draftOf, EVENT_GROUPS, isChanged, problemsOf, withEvents } from "./editor/draft";
import { delivery, webhook } from "./test-webhook";
import {
  addressLabel,
  deliveryTag,
  eventsLabel,
  limitReason,
  nextTryLabel,
  readableBody,
  resultFacts,
  stateLabel,
  testLabel,
} from "./webhook-labels";

const NOON = new Date(2026, 0, 1, 12).getTime();
const ago = (seconds: number) => new Date(NOON - 1000 * seconds).toISOString();

test("every event has a label in words", () => {
  const names = EVENT_GROUPS.flatMap(({ events }) => events).map(eventLabel);
  expect(names.filter((name) => name.includes("."))).toEqual([]);
  expect(names).toEqual(expect.arrayContaining(["Stream starts", "Stream ends", "Follow", "Gift bomb", "Raid", "Tip"]));
  expect(eventLabel("stream.paused")).toBe("stream.paused");
});

test("a webhook is labelled by the host and the end of its URL, its events by name or number", () => {
  expect(addressLabel(webhook())).toBe("hooks.example.com…a1b2");
  expect([eventsLabel(["activity.raid"]), eventsLabel(["activity.raid", "moderation"])]).toEqual(["Raid", "2 events"]);
});

test("the state of a webhook says how its last delivery ended, unless deliveries wait or the webhook is off", () => {
  const state = (overrides: object) => stateLabel(webhook(overrides), NOON);
  expect(state({})).toBe("Never called yet");
  expect(state({ last_success_at: ago(120) })).toBe("Delivered 2m ago");
  expect(state({ last_success_at: ago(7200), problem: "No answer.", problem_at: ago(60) })).toBe("Failed 1m ago");
  expect(state({ waiting: 3, problem: "No answer.", problem_at: ago(60) })).toBe("3 waiting");
  expect(state({ waiting: 3, enabled: false })).toBe("Off");
});

test("only at the limit is there a reason why no webhook can be created", () => {
  expect([limitReason(9, 10), limitReason(10, 10)]).toEqual([
    undefined,
    "A channel can have up to 10 webhooks. Delete one first.",
  ]);
});

test("the label of a delivered test has the status of the response and the milliseconds that it took", () => {
  const result = { is_delivered: true, status: 204, took_ms: 1035, problem: "" };
  expect(testLabel(result)).toBe("Delivered: status 204 in 1,035 ms");
  expect(testLabel({ ...result, is_delivered: false })).toBeNull();
});

test("a waiting delivery says when it is tried again", () => {
  const waiting = delivery({ state: "waiting", tries: 2, status: 500, next_try_at: ago(-300) });
  expect(deliveryTag(waiting)).toEqual({ label: "Waiting", tone: "attention" });
  expect(nextTryLabel(waiting, NOON)).toBe("Next try at 12:05");
  expect(nextTryLabel(waiting, NOON + 301_000)).toBe("Sending");
  expect(resultFacts(waiting)).toEqual(["Status 500", "35 ms", "2 tries"]);
});

test("a delivery shows only the known facts of the response", () => {
  expect(resultFacts(delivery())).toEqual(["Status 204", "35 ms", "1 try"]);
  expect(resultFacts(delivery({ state: "failed", status: null, tries: 8 }))).toEqual(["No answer", "35 ms", "8 tries"]);
  const fresh = delivery({ state: "waiting", status: null, took_ms: null, tries: 0 });
  expect([resultFacts(fresh), deliveryTag(fresh).tone, nextTryLabel(delivery(), NOON)]).toEqual([[], "plain", ""]);
});

test("a JSON body is shown with line breaks, any other body is unchanged", () => {
  expect([readableBody('{"a":1}'), readableBody("{")]).toEqual(['{\n  "a": 1\n}', "{"]);
});

test("a new webhook needs a name, a URL and an event, an edited one no URL", () => {
  const empty = { name: " ", url: " ", events: [], enabled: true };
  expect(Object.keys(problemsOf(empty, true))).toEqual(["name", "url", "events"]);
  expect(problemsOf(draftOf(webhook()), false)).toEqual({});
});

test("selecting a group of events keeps the other events, and another order of events is no change", () => {
  const before = draftOf(webhook());
  const on = withEvents(before.events, ["stream.started", "stream.ended"], true);
  expect(on).toEqual(["activity.follow", "stream.started", "stream.ended"]);
  const off = withEvents(on, ["stream.ended", "activity.follow"], false);
  expect(off).toEqual(["stream.started"]);
  expect(isChanged({ ...before, events: before.events.toReversed() }, before)).toBe(false);
  expect([isChanged({ ...before, events: off }, before), isChanged({ ...before, url: "x" }, before)]).toEqual([
    true,
    true,
  ]);
});
