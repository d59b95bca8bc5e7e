import { expect, test } from "vitest";
import { DEFAULT_LAYOUT, moveEdge, movePane, readLayout, togglePane, visiblePanes } from "./pane-layout";

const names = (layout: typeof DEFAULT_LAYOUT) => layout.map(({ name }) => name);

test("a stored layout is read, and missing or unreadable panes are replaced", () => {
  expect(readLayout(undefined)).toEqual(DEFAULT_LAYOUT);
  expect(readLayout("nonsense")).toEqual(DEFAULT_LAYOUT);
  const stored = [
    { name: "chat", share: 70, isHidden: false },
    { name: "chat", share: 1, isHidden: true },
    { name: "games", share: 5, isHidden: false },
    { name: "actions", share: Number.NaN, isHidden: false },
  ];
  const layout = readLayout(stored);
  expect(names(layout)).toEqual(["chat", "activity", "actions"]);
  expect(layout[0]).toEqual({ name: "chat", share: 70, isHidden: false });
});

test("a layout without a visible pane is the default", () => {
  expect(readLayout(DEFAULT_LAYOUT.map((pane) => ({ ...pane, isHidden: true })))).toEqual(DEFAULT_LAYOUT);
});

test("a pane moves by one place, and the first pane cannot move further left", () => {
  expect(names(movePane(DEFAULT_LAYOUT, "chat", 1))).toEqual(["activity", "actions", "chat"]);
  expect(names(movePane(DEFAULT_LAYOUT, "activity", -1))).toEqual(names(DEFAULT_LAYOUT));
});

test("the last visible pane cannot be hidden", () => {
  const onlyChat = togglePane(togglePane(DEFAULT_LAYOUT, "activity"), "actions");
  expect(visiblePanes(onlyChat).map(({ name }) => name)).toEqual(["chat"]);
  expect(togglePane(onlyChat, "chat")).toEqual(onlyChat);
});

test("moving an edge resizes the panes on both sides, each of which keeps a minimum width", () => {
  const wider = moveEdge(DEFAULT_LAYOUT, "activity", "chat", 10);
  expect(wider.map(({ share }) => share)).toEqual([35, 42, 23]);
  expect(moveEdge(DEFAULT_LAYOUT, "activity", "chat", -90).map(({ share }) => share)).toEqual([15, 62, 23]);
  expect(moveEdge(DEFAULT_LAYOUT, "chat", "actions", 90).map(({ share }) => share)).toEqual([25, 60, 15]);
});
