import { expect, test } from "vitest";
import { logEntry } from "./test-moderation-entry";
import { undoable } from "./undoable";

const NOW = Date.parse("2026-03-04T12:05:00Z");
const ban = logEntry("ban", { action: "ban", seconds: null, until: null });
const expired = logEntry("expired", { seconds: 1, until: "2026-03-04T12:00:01Z" });
const unban = (undo_until: string | null) => logEntry("unban", { action: "unban", undo_of: "x", undo_until });

/** Ids of the entries that can be undone; the entries are passed newest first, as in the log. */
const undoableIds = (...entries: Parameters<typeof undoable>[0]) => [...undoable(entries, NOW)];

test("a time-out can be undone while it lasts, and after its end to restore its messages", () => {
  expect(undoableIds(logEntry("a"))).toEqual(["a"]);
  expect(undoableIds(expired)).toEqual(["expired"]);
});

test("a time-out that was followed by a ban can be undone only once the ban is undone", () => {
  expect(undoableIds(ban, expired)).toEqual(["ban"]);
  expect(undoableIds({ ...ban, can_undo: false, undone_at: "2026-03-04T12:04:00Z" }, expired)).toEqual(["expired"]);
});

test("a later time-out blocks an undo only until it expires", () => {
  expect(undoableIds(logEntry("later"), logEntry("a"))).toEqual(["later"]);
  expect(undoableIds(expired, logEntry("a"))).toEqual(["expired", "a"]);
});

test("failed entries and entries of other viewers or chats do not block an undo", () => {
  const failed = { ...ban, outcome: "failed", can_undo: false } as const;
  expect(undoableIds(failed, expired)).toEqual(["expired"]);
  expect(undoableIds({ ...ban, connection_id: "other" }, expired)).toEqual(["ban", "expired"]);
  expect(undoableIds({ ...ban, provider_viewer_id: "78" }, expired)).toEqual(["ban", "expired"]);
});

test("a deleted message can be restored even if its author is banned", () => {
  expect(undoableIds(ban, logEntry("deleted", { action: "delete", until: null }))).toEqual(["ban", "deleted"]);
});

test("an unban cannot be undone once the time-out that it ended would have expired", () => {
  expect(undoableIds(unban("2026-03-04T12:05:01Z"))).toEqual(["unban"]);
  expect(undoableIds(unban("2026-03-04T12:05:00Z"))).toEqual([]);
  expect(undoableIds(unban(null))).toEqual(["unban"]);
});

test("an unban cannot be undone while the viewer is banned or timed out again", () => {
  expect(undoableIds(ban, unban(null))).toEqual(["ban"]);
  expect(undoableIds(logEntry("a"), unban(null))).toEqual(["a"]);
  expect(undoableIds(expired, unban(null))).toEqual(["expired", "unban"]);
  expect(undoableIds({ ...ban, connection_id: "other" }, unban(null))).toEqual(["ban", "unban"]);
});

test("an unban cannot be undone while an older ban is in force", () => {
  expect(undoableIds(unban(null), ban)).toEqual(["ban"]);
});

test("an expired time-out can be undone despite an older ban", () => {
  expect(undoableIds(expired, ban)).toEqual(["expired", "ban"]);
});
