import { describe, expect, test } from "vitest";
import { applyUpdate } from "./apply-update";

const item = (id: string, revision = 1, text = "") => ({ id, revision, text });
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).join("");

describe("a live list", () => {
  test("new items go first or last", () => {
    const list = [item("a"), item("b")];
    expect(ids(applyUpdate(list, { action: "new", data: item("c") }, "first"))).toBe("cab");
    expect(ids(applyUpdate(list, { action: "new", data: item("c") }, "last"))).toBe("abc");
  });

  test("a new item that is already listed is listed once, in its newer revision", () => {
    const list = [item("a", 5, "known"), item("b")];
    const [, late] = applyUpdate(list, { action: "new", data: item("a", 4, "received") }, "last");
    expect(late).toEqual(item("a", 5, "known"));
    const after = applyUpdate(list, { action: "new", data: item("a", 6, "received") }, "last");
    expect(after).toEqual([item("b"), item("a", 6, "received")]);
  });

  test("the older of two changes is ignored, even if it arrives last", () => {
    const list = [item("a", 5, "known")];
    expect(applyUpdate(list, { action: "updated", data: item("a", 4, "received") }, "last")).toEqual(list);
    expect(applyUpdate(list, { action: "updated", data: item("a", 6, "received") }, "last")[0]?.text).toBe("received");
  });

  test("a late change does not restore a deleted item", () => {
    const after = applyUpdate([item("a"), item("b")], { action: "deleted", data: item("a") }, "last");
    expect(ids(after)).toBe("b");
    expect(ids(applyUpdate(after, { action: "updated", data: item("a", 9) }, "last"))).toBe("b");
  });
});
