import { cleanup } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";
import { currentToasts, dismissToast } from "../ui/toast/toast";

// jsdom has neither; Mantine asks for both.
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

// A field that grows with its text measures again when the fonts are there.
Object.defineProperty(document, "fonts", { configurable: true, value: new EventTarget() });

// All test files share one page: what one of them said must not be read by the next.
beforeEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
});

afterEach(cleanup);
