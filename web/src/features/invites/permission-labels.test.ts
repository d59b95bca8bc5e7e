import { expect, test } from "vitest";
import { describePermissions } from "./permission-labels";

test("a role's permissions are summarised in a few lines [A3 A5]", () => {
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

test('three labels are joined with a comma and "and"', () => {
  expect(describePermissions(["chat.read", "timers.read", "quotes.read"])).toEqual(["View chat, timers and quotes"]);
});

test("no permissions give no lines [A2]", () => {
  expect(describePermissions([])).toEqual([]);
});
