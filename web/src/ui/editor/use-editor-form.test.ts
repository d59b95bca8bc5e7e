import { act, renderHook, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../../api/errors";
import { type DraftBase, type SavedDraft, useEditorForm } from "./use-editor-form";

interface Draft {
  name: string;
  responses: { text: string }[];
  enabled: boolean;
}

const onCreated = vi.fn();
const onLateFailure = vi.fn();

beforeEach(() => {
  onCreated.mockReset();
  onLateFailure.mockReset();
});

const at = (revision: number, overrides: Partial<Draft> = {}, by = "JunoPlays"): DraftBase<Draft> => ({
  draft: { name: "!game", responses: [{ text: "Tunic" }], enabled: true, ...overrides },
  version: { revision, by, at: "2025-03-04T12:00:00Z" },
});

function open(
  saved: DraftBase<Draft>,
  onSave: (draft: Draft, base: DraftBase<Draft>) => Promise<SavedDraft<Draft>>,
  isNew = false,
) {
  return renderHook(
    (props) =>
      useEditorForm({ ...props, isNew, isLocked: false, changedInList: ["enabled"], onSave, onCreated, onLateFailure }),
    {
      initialProps: { saved },
    },
  );
}

/** A promise and the function that resolves it. */
function deferred() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const rejectField = (field: string, message: string) => (_draft: Draft, _base: DraftBase<Draft>) =>
  Promise.reject(new ApiError(422, { type: "invalid", message: "Look again", errors: [{ field, message }] }));

const storeDraft = (draft: Draft) => Promise.resolve({ ...at(2), draft, id: "c1" });

test("a change marks the form unsaved, reverting it marks it saved", () => {
  const { result } = open(at(1), storeDraft);
  act(() => result.current.change({ name: "!play" }));
  expect(result.current.needsSave).toBe(true);
  act(() => result.current.change({ name: "!game" }));
  expect(result.current.needsSave).toBe(false);
});

test("a field error stays until its field changes [V3]", async () => {
  const { result } = open(at(1), rejectField("responses.0.text", "must not be empty"));
  act(() => result.current.change({ responses: [{ text: "" }] }));
  act(() => result.current.save());
  await waitFor(() => expect(result.current.errorOf("responses.0.text")).toBe("must not be empty"));
  act(() => result.current.change({ name: "!other" }));
  expect(result.current.errorOf("responses.0.text")).toBe("must not be empty");
  act(() => result.current.change({ responses: [{ text: "fixed" }] }));
  expect(result.current.errorOf("responses.0.text")).toBeUndefined();
});

test("a change in one entry keeps the errors of other entries", async () => {
  const { result } = open(at(1), () => {
    const errors = ["responses.0.text", "responses.1.text"].map((field) => ({ field, message: "is wrong" }));
    return Promise.reject(new ApiError(422, { type: "invalid", message: "Look again", errors }));
  });
  const [first, second, third] = [{ text: "$(" }, { text: "$((" }, { text: "Fine" }];
  act(() => result.current.change({ responses: [first, second, third] }));
  act(() => result.current.save());
  const errors = () => [0, 1].map((index) => result.current.errorOf(`responses.${index}.text`));
  await waitFor(() => expect(errors()).toEqual(["is wrong", "is wrong"]));
  act(() => result.current.change({ responses: [{ text: "fixed" }, second, third] }));
  expect(errors()).toEqual([undefined, "is wrong"]);
  act(() => result.current.change({ responses: [second, third] }));
  expect(errors()).toEqual([undefined, undefined]);
});

test("another user's save is shown unless there are unsaved changes", () => {
  const { result, rerender } = open(at(1), storeDraft);
  rerender({ saved: at(2, { name: "!theirs" }) });
  expect([result.current.draft.name, result.current.conflict]).toEqual(["!theirs", null]);
  act(() => result.current.change({ name: "!mine" }));
  rerender({ saved: at(3, { name: "!again" }, "Hana") });
  expect([result.current.draft.name, result.current.conflict?.by]).toEqual(["!mine", "Hana"]);
  act(() => result.current.discard());
  expect([result.current.draft.name, result.current.hasChanges]).toEqual(["!again", false]);
});

test("a save names the version that its draft started from, and a newer one only if the user overwrites it", async () => {
  const onSave = vi.fn(rejectField("name", "taken"));
  const { result, rerender } = open(at(1), onSave);
  act(() => result.current.change({ name: "!mine" }));
  rerender({ saved: at(2, { name: "!theirs" }) });
  act(() => result.current.save());
  await waitFor(() => expect(result.current.isSaving).toBe(false));
  act(() => result.current.saveAnyway());
  await waitFor(() => expect(result.current.isSaving).toBe(false));
  expect(onSave.mock.calls.map(([, base]) => base.version?.revision)).toEqual([1, 2]);
});

test("toggling the item in the list does not conflict with a draft", () => {
  const { result, rerender } = open(at(1), storeDraft);
  act(() => result.current.change({ name: "!mine" }));
  rerender({ saved: at(2, { enabled: false }) });
  expect([result.current.conflict, result.current.draft.name, result.current.draft.enabled]).toEqual([
    null,
    "!mine",
    false,
  ]);
});

test("an older version from the server changes nothing", () => {
  const { result, rerender } = open(at(3, { name: "!new" }), storeDraft);
  rerender({ saved: at(2, { name: "!old" }) });
  expect(result.current.draft.name).toBe("!new");
});

test("text typed during a save stays and is unsaved", async () => {
  const gate = deferred();
  const { result } = open(at(1), async (draft) => {
    await gate.promise;
    return { ...(await storeDraft(draft)), draft: { ...draft, responses: [{ text: "Tidied" }] } };
  });
  act(() => result.current.change({ name: "!one" }));
  act(() => result.current.save());
  act(() => result.current.change({ name: "!one and more" }));
  await act(async () => gate.resolve());
  expect(result.current.draft).toEqual({ name: "!one and more", responses: [{ text: "Tidied" }], enabled: true });
  expect([result.current.hasChanges, result.current.base.name]).toEqual([true, "!one"]);
});

/** A save handler whose calls settle one by one, when `settleNext` is called. */
function manualSaves() {
  const pending: (() => void)[] = [];
  const onSave = vi.fn(
    (draft: Draft, base: DraftBase<Draft>) =>
      new Promise<SavedDraft<Draft>>((resolve, reject) => {
        const next = at((base.version?.revision ?? 0) + 1);
        pending.push(() =>
          draft.name === "!refused" ? reject(new Error("No")) : resolve({ ...next, draft, id: "c1" }),
        );
      }),
  );
  return { onSave, settleNext: () => act(async () => pending.shift()?.()) };
}

test("a save requested during another runs once after it", async () => {
  const { onSave, settleNext } = manualSaves();
  const { result } = open(at(1), onSave);
  act(() => result.current.change({ name: "!one" }));
  act(() => result.current.save());
  act(() => result.current.change({ name: "!two" }));
  act(() => result.current.save());
  act(() => result.current.save());
  act(() => result.current.change({ name: "!three" }));
  expect(onSave).toHaveBeenCalledTimes(1);
  await settleNext();
  expect([onSave.mock.calls.length, result.current.isSaving, result.current.isBeingSaved]).toEqual([2, true, true]);
  await settleNext();
  expect(onSave.mock.calls.map(([draft, base]) => [draft.name, base.version?.revision])).toEqual([
    ["!one", 1],
    ["!three", 2],
  ]);
  expect([result.current.isSaving, result.current.needsSave, result.current.draft.name]).toEqual([
    false,
    false,
    "!three",
  ]);
});

test("a queued save is dropped if nothing was typed meanwhile, or if the running save fails", async () => {
  const { onSave, settleNext } = manualSaves();
  const { result } = open(at(1), onSave);
  act(() => result.current.change({ name: "!one" }));
  act(() => result.current.save());
  act(() => result.current.save());
  await settleNext();
  expect([onSave.mock.calls.length, result.current.isSaving]).toEqual([1, false]);
  act(() => result.current.change({ name: "!refused" }));
  act(() => result.current.save());
  act(() => result.current.change({ name: "!other" }));
  act(() => result.current.save());
  await settleNext();
  expect([onSave.mock.calls.length, result.current.isSaving, result.current.hasChanges]).toEqual([2, false, true]);
});

test("isBeingSaved is true from pressing Save until more is typed", async () => {
  const { onSave, settleNext } = manualSaves();
  const { result } = open(at(1), onSave);
  act(() => result.current.change({ name: "!one" }));
  expect(result.current.isBeingSaved).toBe(false);
  act(() => result.current.save());
  expect(result.current.isBeingSaved).toBe(true);
  act(() => result.current.change({ name: "!one and more" }));
  expect(result.current.isBeingSaved).toBe(false);
  await settleNext();
});

test("a save that fails after its editor closed is reported, and the queued save is dropped", async () => {
  const { onSave, settleNext } = manualSaves();
  const { result, unmount } = open(at(1), onSave);
  act(() => result.current.change({ name: "!refused" }));
  act(() => result.current.save());
  act(() => result.current.change({ name: "!thrown away" }));
  act(() => result.current.save());
  unmount();
  await settleNext();
  const [error, unsaved] = onLateFailure.mock.calls[0] ?? [];
  expect([error.message, unsaved.draft.name, unsaved.base.version.revision]).toEqual(["No", "!refused", 1]);
  expect(onSave).toHaveBeenCalledTimes(1);
});

test("text typed while a new item is created, and a save pressed afterwards, are kept for its editor", async () => {
  const gate = deferred();
  const { result } = open(
    at(1),
    async (draft) => {
      await gate.promise;
      return storeDraft(draft);
    },
    true,
  );
  act(() => result.current.save());
  act(() => result.current.change({ name: "!later" }));
  await act(async () => gate.resolve());
  expect(onCreated).toHaveBeenCalledWith("c1");
  act(() => result.current.change({ name: "!later still" }));
  act(() => result.current.save());
  expect(result.current.unsavedState()).toMatchObject({
    draft: { name: "!later still" },
    base: { draft: { name: "!game" }, version: { revision: 2 } },
    isSaveQueued: true,
  });
  expect([result.current.isSaving, result.current.hasChanges]).toEqual([true, true]);
});

test("a new item can be saved unchanged, and reports its id", async () => {
  const { result } = open(at(1), storeDraft, true);
  expect([result.current.needsSave, result.current.hasChanges]).toEqual([true, false]);
  act(() => result.current.save());
  await waitFor(() => expect(onCreated).toHaveBeenCalledWith("c1"));
});

test("pressing Save repeatedly creates a new item once", async () => {
  const onSave = vi.fn(storeDraft);
  const { result } = open(at(1), onSave, true);
  act(() => result.current.save());
  await waitFor(() => expect(onCreated).toHaveBeenCalled());
  act(() => result.current.save());
  expect(onSave).toHaveBeenCalledTimes(1);
});
