import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { currentUndoOffers, offerUndo } from "../ui/undo/undo-offers";
import { applyEntry, withEntry } from "./moderation-log";
import { logEntry } from "./test-moderation-entry";

const page = { records: [logEntry("b", { created_at: "2026-03-04T12:00:00Z" })], cursor: null };
const ids = ({ records }: { records: { id: string }[] }) => records.map(({ id }) => id);

test("a new entry is sorted newest first", () => {
  expect(ids(withEntry(page, logEntry("c", { created_at: "2026-03-04T12:00:01Z" }), null))).toEqual(["c", "b"]);
  expect(ids(withEntry(page, logEntry("a", { created_at: "2026-03-04T11:00:00Z" }), null))).toEqual(["b", "a"]);
});

test("an entry that is already listed is replaced", () => {
  const undone = withEntry(page, logEntry("b", { undone_by: "Juniper", can_undo: false }), null);
  expect(undone.records).toMatchObject([{ id: "b", undone_by: "Juniper" }]);
});

test("an entry older than the first page is not added to it, because it belongs to a later page", () => {
  const old = logEntry("a", { created_at: "2026-03-04T11:00:00Z" });
  expect(ids(withEntry({ ...page, cursor: "next" }, old, null))).toEqual(["b"]);
});

test("a viewer's history contains only entries of their accounts", () => {
  const of = [
    { provider: "twitch", viewerId: "77" },
    { provider: "kick", viewerId: "5" },
  ];
  const onKick = { provider: "kick", provider_viewer_id: "5" };
  expect(ids(withEntry(page, logEntry("c", onKick), of))).toEqual(["c", "b"]);
  expect(ids(withEntry(page, logEntry("c", { provider: "kick" }), of))).toEqual(["b"]);
  expect(ids(withEntry(page, logEntry("c", { provider_viewer_id: "78" }), of))).toEqual(["b"]);
  expect(ids(withEntry(page, logEntry("c"), of))).toEqual(["c", "b"]);
});

test("an action that another user has undone is no longer offered for undo", () => {
  const label = { channelId: "c1", verb: "Banned", name: "kestrel_", suffix: "on Twitch" };
  for (const id of ["a", "b"]) offerUndo({ ...label, keys: [id], run: () => undefined });
  applyEntry(new QueryClient(), "c1", logEntry("a"));
  expect(currentUndoOffers()).toHaveLength(2);
  applyEntry(new QueryClient(), "c1", logEntry("a", { undone_at: "2026-03-04T12:00:05Z" }));
  expect(currentUndoOffers().map(({ keys }) => keys)).toEqual([["b"]]);
});
