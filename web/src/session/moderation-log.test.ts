import { expect, test } from "vitest";
import { withEntry } from "./moderation-log";
import { entry } from "./test-entry";

const page = { records: [entry("b", { created_at: "2026-03-04T12:00:00Z" })], cursor: null };
const ids = ({ records }: { records: { id: string }[] }) => records.map(({ id }) => id);

test("a new entry stands where the server would put it: newest first", () => {
  expect(ids(withEntry(page, entry("c", { created_at: "2026-03-04T12:00:01Z" }), null))).toEqual(["c", "b"]);
  expect(ids(withEntry(page, entry("a", { created_at: "2026-03-04T11:00:00Z" }), null))).toEqual(["b", "a"]);
});

test("an entry that is known takes the place of the old one", () => {
  const undone = withEntry(page, entry("b", { undone_by: "Juniper", can_undo: false }), null);
  expect(undone.records).toMatchObject([{ id: "b", undone_by: "Juniper" }]);
});

test("an older one than all on a page that goes on belongs to a later page", () => {
  const old = entry("a", { created_at: "2026-03-04T11:00:00Z" });
  expect(ids(withEntry({ ...page, cursor: "next" }, old, null))).toEqual(["b"]);
});

test("a card's history takes only its own", () => {
  const of = { provider: "twitch", viewerId: "77" };
  expect(ids(withEntry(page, entry("c", { provider_viewer_id: "78" }), of))).toEqual(["b"]);
  expect(ids(withEntry(page, entry("c"), of))).toEqual(["c", "b"]);
});
