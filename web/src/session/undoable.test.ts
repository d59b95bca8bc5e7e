import { expect, test } from "vitest";
import { moderationEntry } from "./test-moderation-entry";
import { undoable } from "./undoable";

const NOW = Date.parse("2026-03-04T12:05:00Z");
const ban = moderationEntry("ban", { action: "ban", seconds: null, until: null });
const over = moderationEntry("over", { seconds: 1, until: "2026-03-04T12:00:01Z" });
const unban = (undo_until: string | null) => moderationEntry("unban", { action: "unban", undo_of: "x", undo_until });

/** Newest first, as the log has them. */
const taken = (...entries: Parameters<typeof undoable>[0]) => [...undoable(entries, NOW)];

test("a time-out can be undone while it lasts, and later for its messages", () => {
  expect(taken(moderationEntry("a"))).toEqual(["a"]);
  expect(taken(over)).toEqual(["over"]);
});

test("an entry before a ban in force can be undone only after the ban", () => {
  expect(taken(ban, over)).toEqual(["ban"]);
  expect(taken({ ...ban, can_undo: false, undone_at: "2026-03-04T12:04:00Z" }, over)).toEqual(["over"]);
});

test("a later time-out blocks an undo only until it expires", () => {
  expect(taken(moderationEntry("later"), moderationEntry("a"))).toEqual(["later"]);
  expect(taken(over, moderationEntry("a"))).toEqual(["over", "a"]);
});

test("failed entries and entries of other viewers or chats do not block an undo", () => {
  const failed = { ...ban, outcome: "failed", can_undo: false } as const;
  expect(taken(failed, over)).toEqual(["over"]);
  expect(taken({ ...ban, connection_id: "other" }, over)).toEqual(["ban", "over"]);
  expect(taken({ ...ban, provider_viewer_id: "78" }, over)).toEqual(["ban", "over"]);
});

test("a deleted message can be restored whatever happened to its author", () => {
  expect(taken(ban, moderationEntry("gone", { action: "delete", until: null }))).toEqual(["ban", "gone"]);
});

test("an expired time-out is not restored", () => {
  expect(taken(unban("2026-03-04T12:05:01Z"))).toEqual(["unban"]);
  expect(taken(unban("2026-03-04T12:05:00Z"))).toEqual([]);
  expect(taken(unban(null))).toEqual(["unban"]);
});

test("undoing an older unban does not ban a viewer who is banned again", () => {
  expect(taken(ban, unban(null))).toEqual(["ban"]);
  expect(taken(moderationEntry("a"), unban(null))).toEqual(["a"]);
  expect(taken(over, unban(null))).toEqual(["over", "unban"]);
  expect(taken({ ...ban, connection_id: "other" }, unban(null))).toEqual(["ban", "unban"]);
});

test("a ban confirmed after an unban is in force", () => {
  expect(taken(unban(null), ban)).toEqual(["ban"]);
});

test("an expired time-out can be undone despite an older ban", () => {
  expect(taken(over, ban)).toEqual(["over", "ban"]);
});
