import { type PointerEvent, type SyntheticEvent, useEffect, useRef, useState } from "react";

// A pointer hovers a row, which then shows a bar of buttons, after this time: bars of all rows that it passes would
// cover the rows above.
const DWELL_MS = 100;
// A pointer that stops on its way to a bar hovers the row under the pointer after this time.
const WAY_MS = 600;
// A row that moved under a resting pointer is hovered after this time: a resized list moves its rows for a moment.
const REST_MS = 300;

// How far a pointer on its way to a bar may stray: a hand does not move in a straight line.
const TOLERANCE_PX = 8;

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface HoveredRow {
  hovered: string | null;
  /** Whether a tap opened the bar: the bar stays until the next tap. */
  isTapped: boolean;
  hover: (key: string | null) => void;
  /** Opens the bar of a row, or closes it if it is open. */
  tap: (event: SyntheticEvent) => void;
  /** Called when the pointer moves, and when a row moves under the pointer. */
  track: (event: PointerEvent<HTMLElement>) => void;
}

/** The row on which the pointer rests; stays the same while the pointer crosses other rows to its bar of buttons. */
export function useHoveredRow(): HoveredRow {
  const [hovered, setHovered] = useState<string | null>(null);
  const [tapped, setTapped] = useState<string | null>(null);
  const lastOnRow = useRef({ x: 0, y: 0 });
  const pending = useRef<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const hover = (key: string | null, afterMs = 0) => {
    clearTimeout(timer.current);
    pending.current = key;
    if (afterMs === 0) setHovered(key);
    else timer.current = setTimeout(() => setHovered(key), afterMs);
  };
  const track = (event: PointerEvent<HTMLElement>) => {
    const key = rowUnder(event);
    const at = { x: event.clientX, y: event.clientY };
    const start = lastOnRow.current;
    const isResting = at.x === start.x && at.y === start.y;
    const isOther = hovered !== null && key !== hovered;
    if (isOther && (isResting || isOnWayToBar(event.currentTarget, start, at))) {
      // The hovered row keeps its bar until then, so that the pointer can reach the bar.
      hover(key, isResting ? REST_MS : WAY_MS);
      return;
    }
    if (key === hovered) hover(key);
    else if (hovered !== null || key !== pending.current) {
      setHovered(null);
      hover(key, DWELL_MS);
    }
    lastOnRow.current = at;
  };
  const tap = (event: SyntheticEvent) => {
    const key = rowUnder(event);
    const isOpen = key === hovered && !(event.target as Element).closest("[data-bar]");
    setTapped(isOpen ? null : key);
    hover(isOpen ? null : key);
  };
  return { hovered, isTapped: hovered !== null && hovered === tapped, hover, tap, track };
}

function isOnWayToBar(scroller: HTMLElement, start: Point, at: Point): boolean {
  const bar = scroller.querySelector("[data-bar]")?.getBoundingClientRect();
  return bar !== undefined && bar.width > 0 && isOnWay(start, at, bar);
}

/** Whether a point is between the start and the bar: the pointer may be on its way to the bar. */
export function isOnWay(start: Point, at: Point, bar: Pick<DOMRect, "left" | "right" | "top" | "bottom">): boolean {
  const [left, right] = [bar.left - TOLERANCE_PX, bar.right + TOLERANCE_PX];
  const [top, bottom] = [bar.top - TOLERANCE_PX, bar.bottom + TOLERANCE_PX];
  return (
    isInTriangle(at, start, { x: left, y: top }, { x: right, y: bottom }) ||
    isInTriangle(at, start, { x: right, y: top }, { x: left, y: bottom })
  );
}

function isInTriangle(point: Point, a: Point, b: Point, c: Point): boolean {
  const sides = [side(point, a, b), side(point, b, c), side(point, c, a)];
  return !(sides.some((value) => value < 0) && sides.some((value) => value > 0));
}

/** Negative or positive, depending on the side of the line on which the point is. */
function side({ x, y }: Point, from: Point, to: Point): number {
  return (x - to.x) * (from.y - to.y) - (from.x - to.x) * (y - to.y);
}

export function rowUnder({ target }: SyntheticEvent): string | null {
  const row = target instanceof Element ? target.closest("[data-key]") : null;
  return row?.getAttribute("data-key") ?? null;
}
