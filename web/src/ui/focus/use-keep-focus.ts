import { type RefCallback, useCallback, useLayoutEffect, useRef } from "react";
import { isFocusLost } from "./use-return-focus";

type Place = (around: HTMLElement) => Element | null | undefined;

// Of two nested containers the inner one acts.
const containers = new Set<Element>();

/**
 * Keeps the focus inside a container when the focused element is removed:
 * it moves to `place`, or to the nearest focusable ancestor. A focus that has moved elsewhere stays there.
 */
export function useKeepFocus(place?: Place): RefCallback<HTMLElement> {
  const latest = useRef(place);
  useLayoutEffect(() => {
    latest.current = place;
  });
  return useCallback((around: HTMLElement | null) => {
    if (!around) return;
    containers.add(around);
    const stop = watch(around, () => latest.current?.(around));
    return () => {
      containers.delete(around);
      stop();
    };
  }, []);
}

function watch(around: HTMLElement, place: () => Element | null | undefined): () => void {
  // The focused element and its ancestors.
  let way: Element[] = [];
  const onFocus = ({ target }: FocusEvent) => {
    way = target instanceof Element && containerOf(target) === around ? pathToContainer(target, around) : [];
  };
  const onBlur = () => {
    const [left] = way;
    // Some browsers fire focusout before the element is removed.
    queueMicrotask(() => {
      if (left?.isConnected && way[0] === left) way = [];
    });
  };
  const observer = new MutationObserver(() => {
    if (!way[0] || way[0].isConnected) return;
    const [, ...rest] = way;
    way = [];
    if (!isFocusLost()) return;
    const next = place() ?? rest.find((one) => one.isConnected && one.hasAttribute("tabindex"));
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  });
  observer.observe(around, { childList: true, subtree: true });
  around.addEventListener("focusin", onFocus);
  around.addEventListener("focusout", onBlur);
  return () => {
    observer.disconnect();
    around.removeEventListener("focusin", onFocus);
    around.removeEventListener("focusout", onBlur);
  };
}

function containerOf(element: Element): Element | null {
  let one = element.parentElement;
  while (one && !containers.has(one)) one = one.parentElement;
  return one;
}

function pathToContainer(element: Element, around: Element): Element[] {
  const way = [element];
  for (let one = element.parentElement; one && way.at(-1) !== around; one = one.parentElement) way.push(one);
  return way;
}
