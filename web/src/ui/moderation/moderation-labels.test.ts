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
  expect(actionLabel({ ...deed, action: "unban", seconds: null })).toBe("Unbanned");
});

test("an undo restores the deleted message, or all messages of a time-out", () => {
  const restored = { ...deed, action: "restore", seconds: null } as const;
  expect(actionLabel({ ...restored, message_id: "m1" })).toBe("Message restored");
  expect(actionLabel(restored)).toBe("Messages restored");
});

test("a filter's action follows the filter's name", () => {
  expect(actionLabel({ ...deed, action: "delete", seconds: null, actor: { kind: "filter", name: "Caps" } })).toBe(
    "message deleted",
  );
});

test("a platform-specific action keeps the platform's text, once", () => {
  const slow = { ...deed, action: "other", seconds: null, reason: "Slow mode on", detail: "" } as const;
  expect([actionLabel(slow), reasonLabel(slow)]).toEqual(["Slow mode on", ""]);
});

test("the reason comes before the platform's detail", () => {
  expect(reasonLabel({ ...deed, detail: "rounded up to 10 minutes" })).toBe("Spoilers · rounded up to 10 minutes");
  expect(reasonLabel({ ...deed, reason: "", outcome: "failed", detail: "The bot is no moderator" })).toBe(
    "Failed · The bot is no moderator",
  );
});
