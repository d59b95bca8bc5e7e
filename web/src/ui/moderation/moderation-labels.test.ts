import { expect, test } from "vitest";
import { actionLabel, reasonLabel } from "./moderation-labels";

const deed = {
  action: "timeout",
  seconds: 600,
  actor: { kind: "user", name: "oskar_mod" },
  reason: "Spoilers",
  detail: "",
  outcome: "done",
  message_id: "",
} as const;

test("an entry says what was done and for how long [P4]", () => {
  expect(actionLabel(deed)).toBe("Timed out 10 m");
  expect(actionLabel({ ...deed, action: "ban", seconds: null })).toBe("Banned");
  expect(actionLabel({ ...deed, action: "unban", seconds: null })).toBe("Let in again");
});

test("what is shown again is the one message that was deleted, or all that went with a time-out", () => {
  const restored = { ...deed, action: "restore", seconds: null } as const;
  expect(actionLabel({ ...restored, message_id: "m1" })).toBe("Message shown again");
  expect(actionLabel(restored)).toBe("Messages shown again");
});

test("what a filter did follows the filter's name", () => {
  expect(actionLabel({ ...deed, action: "delete", seconds: null, actor: { kind: "filter", name: "Caps" } })).toBe(
    "message deleted",
  );
});

test("what only a platform has is told in its own words, once", () => {
  const slow = { ...deed, action: "other", seconds: null, reason: "Slow mode on", detail: "" } as const;
  expect([actionLabel(slow), reasonLabel(slow)]).toEqual(["Slow mode on", ""]);
});

test("the reason stands before what the platform made of it", () => {
  expect(reasonLabel({ ...deed, detail: "rounded up to 10 minutes" })).toBe("Spoilers · rounded up to 10 minutes");
  expect(reasonLabel({ ...deed, reason: "", outcome: "failed", detail: "The bot is no moderator" })).toBe(
    "Failed · The bot is no moderator",
  );
});
