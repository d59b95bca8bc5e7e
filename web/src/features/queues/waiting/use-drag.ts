import { type RefObject, useEffect, useRef, useState } from "react";
import { gapAt, indexAfterDrop, scrollStep } from "./drag-target";

interface DragOptions {
  /** The element that scrolls; the rows are in its first list. */
  scroller: RefObject<HTMLElement | null>;
  rowHeight: number;
  count: number;
  onDrop: (from: number, to: number) => void;
}

interface Drag {
  from: number;
  gap: number;
}

/** Lets the user drag rows; `drag` has the index of the dragged row and the gap nearest to the pointer. */
export function useDrag(options: DragOptions) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const from = drag?.from ?? null;
  useEffect(() => {
    if (from === null) return;
    return followPointer({
      latest,
      onGap: (gap) => setDrag({ from, gap }),
      onEnd: (gap) => {
        setDrag(null);
        const to = gap === null ? null : indexAfterDrop(from, gap);
        if (to !== null) latest.current.onDrop(from, to);
      },
    });
  }, [from]);
  return { drag, start: (index: number) => setDrag({ from: index, gap: index }) };
}

interface FollowOptions {
  latest: RefObject<DragOptions>;
  onGap: (gap: number) => void;
  /** `gap` is null if the drag was cancelled or the pointer never moved. */
  onEnd: (gap: number | null) => void;
}

/** Scrolls near the edges, and reports the gap at the pointer and the end of the drag. Returns a function to stop. */
function followPointer({ latest, onGap, onEnd }: FollowOptions): () => void {
  let clientY: number | null = null;
  let gap: number | null = null;
  const update = () => {
    const { scroller, rowHeight, count } = latest.current;
    const list = scroller.current?.querySelector("ul");
    if (clientY === null || !list) return;
    const next = gapAt(clientY, { top: list.getBoundingClientRect().top, rowHeight, count });
    if (next !== gap) onGap(next);
    gap = next;
  };
  const onFrame = () => {
    const scroller = latest.current.scroller.current;
    const step = scroller && clientY !== null ? scrollStep(clientY, scroller.getBoundingClientRect()) : 0;
    if (step !== 0) scroller?.scrollBy(0, step);
    if (step !== 0) update();
    frame = requestAnimationFrame(onFrame);
  };
  let frame = requestAnimationFrame(onFrame);
  const end = new AbortController();
  const { signal } = end;
  const finish = (result: number | null) => {
    onEnd(result);
  };
  window.addEventListener(
    "pointermove",
    (event) => {
      clientY = event.clientY;
      update();
    },
    { signal },
  );
  window.addEventListener("pointerup", () => finish(gap), { signal });
  window.addEventListener("pointercancel", () => finish(null), { signal });
  window.addEventListener("keydown", (event) => event.key === "Escape" && finish(null), { signal });
  return () => {
    end.abort();
    cancelAnimationFrame(frame);
  };
}
