import { act, renderHook, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ApiError } from "../../api/errors";
import type { FilterDraft } from "./filter-types";
import { draft, terms, version } from "./test-filter";
import { type Contents, type Kept, type Stored, useFilterForm } from "./use-filter-form";

const onCreated = vi.fn();

const at = (revision: number, facts: Partial<FilterDraft> = {}, by?: string): Kept => ({
  draft: draft(facts),
  rows: [],
  version: version(revision, by),
});
const first = () => at(1);

function open(saved: Kept, onSave: (contents: Contents, base: Kept) => Promise<Stored>, isNew = false) {
  return renderHook((props) => useFilterForm({ ...props, isNew, isLocked: false, onSave, onCreated }), {
    initialProps: { saved },
  });
}

const refuse = (field: string, message: string) => (_contents: Contents, _base: Kept) =>
  Promise.reject(new ApiError(422, { type: "invalid", message: "Look again", errors: [{ field, message }] }));

const keep = (contents: Contents) => Promise.resolve({ ...contents, version: version(2), id: "f1" });

test("a change makes it unsaved, taking it back makes it saved again", () => {
  const { result } = open(first(), keep);
  expect(result.current.isDirty).toBe(false);
  act(() => result.current.change({ name: "Shouting" }));
  expect(result.current.isDirty).toBe(true);
  act(() => result.current.change({ name: "Caps" }));
  expect(result.current.isDirty).toBe(false);
});

test("what the server refuses stands beside its field until that field changes [V3]", async () => {
  const { result } = open(first(), refuse("settings.percent", "must be at most 100"));
  act(() => result.current.change({ settings: { min_length: 20, percent: 300 } }));
  act(() => result.current.save());
  await waitFor(() => expect(result.current.errorOf("settings.percent")).toBe("must be at most 100"));
  expect(result.current.isDirty).toBe(true);
  act(() => result.current.change({ name: "Other" }));
  expect(result.current.errorOf("settings.percent")).toBe("must be at most 100");
  act(() => result.current.change({ settings: { min_length: 20, percent: 30 } }));
  expect(result.current.errorOf("settings.percent")).toBeUndefined();
});

test("a refused term is named by its row, which keeps it when others go [V3]", async () => {
  const saved = terms({ kind: "phrase", text: "fine" }, { kind: "regex", text: "broken(" });
  const { result } = open(saved, refuse("settings.terms.1.text", "missing )"));
  act(() => result.current.change({ name: "Words" }));
  act(() => result.current.save());
  await waitFor(() => expect(result.current.problems).toEqual({ 1: "missing )" }));
  act(() => result.current.changeRows(result.current.rows.slice(1)));
  expect(result.current.problems).toEqual({ 1: "missing )" });
  act(() => result.current.changeRows(result.current.rows.map((row) => ({ ...row, text: "mended" }))));
  expect(result.current.problems).toEqual({});
});

test("what somebody else saved is shown, unless something here is not saved yet", () => {
  const { result, rerender } = open(first(), keep);
  rerender({ saved: at(2, { name: "Theirs" }) });
  expect([result.current.draft.name, result.current.theirs]).toEqual(["Theirs", null]);
  act(() => result.current.change({ name: "Mine" }));
  rerender({ saved: at(3, { name: "Theirs again" }, "Hana") });
  expect([result.current.draft.name, result.current.theirs?.by]).toEqual(["Mine", "Hana"]);
});

test("what somebody else saved is loaded in place of what is not saved here", () => {
  const { result, rerender } = open(first(), keep);
  act(() => result.current.change({ name: "Mine" }));
  rerender({ saved: at(2, { name: "Theirs" }) });
  act(() => result.current.discard());
  expect([result.current.draft.name, result.current.isTouched, result.current.theirs]).toEqual(["Theirs", false, null]);
});

test("a save names the version it was made from, and only on request the one in the way", async () => {
  const onSave = vi.fn(refuse("name", "taken"));
  const { result, rerender } = open(first(), onSave);
  act(() => result.current.change({ name: "Mine" }));
  rerender({ saved: at(2, { name: "Theirs" }) });
  act(() => result.current.save());
  await waitFor(() => expect(result.current.isSaving).toBe(false));
  act(() => result.current.saveAnyway());
  await waitFor(() => expect(result.current.isSaving).toBe(false));
  const revisions = onSave.mock.calls.map(([, base]) => base.version?.revision);
  expect(revisions).toEqual([1, 2]);
});

test("the switch in the list is nobody's conflict with what is edited", () => {
  const { result, rerender } = open(first(), keep);
  act(() => result.current.change({ name: "Mine" }));
  rerender({ saved: at(2, { enabled: false }) });
  expect(result.current.theirs).toBeNull();
  expect(result.current.draft).toEqual(draft({ name: "Mine", enabled: false }));
});

test("an answer that is older than what is shown changes nothing", () => {
  const { result, rerender } = open(at(3, { name: "New" }), keep);
  rerender({ saved: at(2, { name: "Old" }) });
  expect(result.current.draft.name).toBe("New");
});

test("a new filter can be saved as it is offered, and says where it is then", async () => {
  const { result } = open(first(), keep, true);
  expect([result.current.isDirty, result.current.isTouched]).toEqual([true, false]);
  act(() => result.current.save());
  await waitFor(() => expect(onCreated).toHaveBeenCalledWith("f1"));
});

test("discarding brings back what is saved", () => {
  const { result } = open(first(), keep);
  act(() => result.current.change({ name: "Shouting", mode: "shadow" }));
  act(() => result.current.discard());
  expect(result.current.draft).toEqual(draft());
});
