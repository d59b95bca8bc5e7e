import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";
import { currentToasts, dismissToast } from "../ui/toast/toast";
import { clearUndoOffers } from "../ui/undo/undo-offers";

// How long findBy and waitFor wait on a busy machine; the default is a second.
configure({ asyncUtilTimeout: 20_000 });

// jsdom lacks matchMedia and ResizeObserver; Mantine needs them.
vi.stubGlobal("matchMedia", (query: string) => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
  dispatchEvent: () => false,
}));

class NoResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
vi.stubGlobal("ResizeObserver", NoResizeObserver);

// jsdom lacks `scrollingElement`; lists that scroll with the window need it.
Object.defineProperty(document, "scrollingElement", { configurable: true, value: document.documentElement });

// jsdom lacks `document.fonts`; autosizing fields measure again when fonts load.
Object.defineProperty(document, "fonts", { configurable: true, value: new EventTarget() });

// All test files share one page: no toast and no offered undo may leak into the next.
beforeEach(() => {
  clearUndoOffers();
  for (const { id } of currentToasts()) dismissToast(id);
});

afterEach(cleanup);
