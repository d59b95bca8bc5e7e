import { expect, test } from "vitest";
import { withEntry } from "./moderation-log";
import { moderationEntry } from "./test-moderation-entry";

const page = { records: [moderationEntry("b", { created_at: "2026-03-04T12:00:00Z" })], cursor: null };
const ids = ({ records }: { records: { id: string }[] }) => records.map(({ id }) => id);

test("a new entry is sorted newest first", () => {
  expect(ids(withEntry(page, moderationEntry("c", { created_at: "2026-03-04T12:00:01Z" }), null))).toEqual(["c", "b"]);
  expect(ids(withEntry(page, moderationEntry("a", { created_at: "2026-03-04T11:00:00Z" }), null))).toEqual(["b", "a"]);
});

test("a known entry is replaced", () => {
  const undone = withEntry(page, moderationEntry("b", { undone_by: "Juniper", can_undo: false }), null);
  expect(undone.records).toMatchObject([{ id: "b", undone_by: "Juniper" }]);
});

test("an entry older than the page belongs to a later page", () => {
  const old = moderationEntry("a", { created_at: "2026-03-04T11:00:00Z" });
  expect(ids(withEntry({ ...page, cursor: "next" }, old, null))).toEqual(["b"]);
});

test("a viewer's history contains only their entries", () => {
  const of = { provider: "twitch", viewerId: "77" };
  expect(ids(withEntry(page, moderationEntry("c", { provider_viewer_id: "78" }), of))).toEqual(["b"]);
  expect(ids(withEntry(page, moderationEntry("c"), of))).toEqual(["c", "b"]);
});
