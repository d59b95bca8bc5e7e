import { onTestFinished, vi } from "vitest";

const WIDTH_PX = 340;
const GRID_HEIGHT_PX = 1200;
const ROW_HEIGHT_PX = 36;

/** Gives elements sizes, which jsdom does not have, for the virtual list; all rows of a test fit into the grid. */
export function stubLayout(): void {
  const originalObserver = window.ResizeObserver;
  class Measured implements ResizeObserver {
    constructor(private readonly callback: ResizeObserverCallback) {}
    observe(target: Element) {
      const height = target.getAttribute("role") === "grid" ? GRID_HEIGHT_PX : ROW_HEIGHT_PX;
      const contentRect = new DOMRect(0, 0, WIDTH_PX, height);
      const entry = { target, contentRect, borderBoxSize: [], contentBoxSize: [], devicePixelContentBoxSize: [] };
      queueMicrotask(() => this.callback([entry], this));
    }
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal("ResizeObserver", Measured);
  Element.prototype.scrollTo = () => undefined;
  const { offsetParent } = Object.getOwnPropertyDescriptors(HTMLElement.prototype);
  Object.defineProperty(HTMLElement.prototype, "offsetParent", {
    configurable: true,
    get(this: HTMLElement) {
      return this.parentElement;
    },
  });
  onTestFinished(() => {
    vi.stubGlobal("ResizeObserver", originalObserver);
    if (offsetParent) Object.defineProperty(HTMLElement.prototype, "offsetParent", offsetParent);
  });
}
