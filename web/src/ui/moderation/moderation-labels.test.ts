import { expect, test } from "vitest";
import { actionLabel, reasonLabel } from "./moderation-labels";

const entry = {
  action: "timeout",
  seconds: 600,
  actor: { kind: "user", name: "oskar_mod" },
  reason: "Spoilers",
  detail: "",
  outcome: "done",
  message_id: "",
} as const;

test("the label of an entry has the action and its duration [P4]", () => {
  expect(actionLabel(entry)).toBe("Timed out 10 m");
  expect(actionLabel({ ...entry, action: "ban", seconds: null })).toBe("Banned");
  expect(actionLabel({ ...entry, action: "unban", seconds: null })).toBe("Unbanned");
});

test("the label of a failed action does not say that it was done", () => {
  expect(actionLabel({ ...entry, outcome: "failed" })).toBe("Timeout 10 m");
  expect(actionLabel({ ...entry, action: "ban", seconds: null, outcome: "failed" })).toBe("Ban");
});

test("the label of a restoration says whether one message or those of a time-out were restored", () => {
  const restored = { ...entry, action: "restore", seconds: null } as const;
  expect(actionLabel({ ...restored, message_id: "m1" })).toBe("Message restored");
  expect(actionLabel(restored)).toBe("Messages restored");
});

test("a filter's action is in lower case, because it follows the filter's name", () => {
  expect(actionLabel({ ...entry, action: "delete", seconds: null, actor: { kind: "filter", name: "Caps" } })).toBe(
    "message deleted",
  );
});

test("an action that only one platform has, or a chat mode, is shown by the platform's text, once", () => {
  const slow = { ...entry, action: "other", seconds: null, reason: "Slow mode on", detail: "" } as const;
  expect([actionLabel(slow), reasonLabel(slow)]).toEqual(["Slow mode on", ""]);
  const mode = { ...slow, action: "mode", reason: "Slow mode: 30 seconds" } as const;
  expect([actionLabel(mode), reasonLabel(mode)]).toEqual(["Slow mode: 30 seconds", ""]);
});

test("the reason comes before the platform's detail", () => {
  expect(reasonLabel({ ...entry, detail: "rounded up to 10 minutes" })).toBe("Spoilers · rounded up to 10 minutes");
  expect(reasonLabel({ ...entry, reason: "", outcome: "failed", detail: "The bot is not a moderator" })).toBe(
    "Failed · The bot is not a moderator",
  );
});
