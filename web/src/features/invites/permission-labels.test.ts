import { expect, test } from "vitest";
import { describePermissions } from "./permission-labels";

test("a role's permissions are a few lines [A3 A5]", () => {
  expect(
    describePermissions([
      "channel.read",
      "chat.read",
      "timers.read",
      "moderation.use",
      "timers.manage",
      "access.manage",
    ]),
  ).toEqual([
    "View chat and timers",
    "Delete messages, time out and ban",
    "Manage timers",
    "Invite members and change roles",
  ]);
});

test("three things are joined as in a sentence", () => {
  expect(describePermissions(["chat.read", "timers.read", "quotes.read"])).toEqual(["View chat, timers and quotes"]);
});

test("no permission is no line [A2]", () => {
  expect(describePermissions([])).toEqual([]);
});
