import { describe, expect, test } from "vitest";
import { applyUpdate } from "./apply-update";

const item = (id: string, revision = 1, word = "") => ({ id, revision, word });
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).join("");

describe("a list that is kept current", () => {
  test("new ones come where this list has them", () => {
    const list = [item("a"), item("b")];
    expect(ids(applyUpdate(list, { action: "new", data: item("c") }, "first"))).toBe("cab");
    expect(ids(applyUpdate(list, { action: "new", data: item("c") }, "last"))).toBe("abc");
  });

  test("what is new and already known is there once, as the newer of the two says it", () => {
    const list = [item("a", 5, "known"), item("b")];
    const [, late] = applyUpdate(list, { action: "new", data: item("a", 4, "told") }, "last");
    expect(late).toEqual(item("a", 5, "known"));
    const after = applyUpdate(list, { action: "new", data: item("a", 6, "told") }, "last");
    expect(after).toEqual([item("b"), item("a", 6, "told")]);
  });

  test("of two changes the older is ignored, whichever comes last", () => {
    const list = [item("a", 5, "known")];
    expect(applyUpdate(list, { action: "updated", data: item("a", 4, "told") }, "last")).toEqual(list);
    expect(applyUpdate(list, { action: "updated", data: item("a", 6, "told") }, "last")[0]?.word).toBe("told");
  });

  test("what is deleted goes, and a change of it that comes late does not bring it back", () => {
    const after = applyUpdate([item("a"), item("b")], { action: "deleted", data: item("a") }, "last");
    expect(ids(after)).toBe("b");
    expect(ids(applyUpdate(after, { action: "updated", data: item("a", 9) }, "last"))).toBe("b");
  });
});
