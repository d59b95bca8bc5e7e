import { type RefCallback, useCallback, useLayoutEffect, useRef } from "react";
import { isFocusLost } from "./use-return-focus";

type FocusTarget = (container: HTMLElement) => Element | null | undefined;

// All mounted containers: of two nested containers only the inner one moves the focus.
const containers = new Set<Element>();

/**
 * Moves the focus when the focused element of a container is removed: to the element that `target` returns, else to
 * the nearest focusable ancestor. A focus that has moved elsewhere stays there.
 */
export function useKeepFocus(target?: FocusTarget): RefCallback<HTMLElement> {
  const latest = useRef(target);
  useLayoutEffect(() => {
    latest.current = target;
  });
  return useCallback((container: HTMLElement | null) => {
    if (!container) return;
    containers.add(container);
    const stop = watch(container, () => latest.current?.(container));
    return () => {
      containers.delete(container);
      stop();
    };
  }, []);
}

function watch(container: HTMLElement, target: () => Element | null | undefined): () => void {
  // The focused element and its ancestors.
  let path: Element[] = [];
  const onFocus = ({ target: focused }: FocusEvent) => {
    path = focused instanceof Element && containerOf(focused) === container ? pathToContainer(focused, container) : [];
  };
  const onBlur = () => {
    const [left] = path;
    // Some browsers fire focusout just before the element is removed: then the path must stay.
    queueMicrotask(() => {
      if (left?.isConnected && path[0] === left) path = [];
    });
  };
  const observer = new MutationObserver(() => {
    if (!path[0] || path[0].isConnected) return;
    const [, ...rest] = path;
    path = [];
    if (!isFocusLost()) return;
    const next = target() ?? rest.find((node) => node.isConnected && node.hasAttribute("tabindex"));
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  });
  observer.observe(container, { childList: true, subtree: true });
  container.addEventListener("focusin", onFocus);
  container.addEventListener("focusout", onBlur);
  return () => {
    observer.disconnect();
    container.removeEventListener("focusin", onFocus);
    container.removeEventListener("focusout", onBlur);
  };
}

function containerOf(element: Element): Element | null {
  let node = element.parentElement;
  while (node && !containers.has(node)) node = node.parentElement;
  return node;
}

function pathToContainer(element: Element, container: Element): Element[] {
  const path = [element];
  for (let node = element.parentElement; node && path.at(-1) !== container; node = node.parentElement) path.push(node);
  return path;
}
