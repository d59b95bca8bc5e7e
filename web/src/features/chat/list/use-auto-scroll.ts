import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { VirtualizerHandle } from "virtua";
import type { ChatRow } from "../store/chat-window";
import { GracePeriod } from "./grace-period";

// Scaled screens have fractional pixel sizes.
const NEAR_END_PX = 2;
// A scroll event that follows user input within this time is the user's.
const INPUT_PERIOD = { ms: 600, frames: 2 };
// While the virtual list measures its rows it may pass its end, which must not resume following.
const MEASURING_PERIOD = { ms: 250, frames: 15 };
// Rows this close to the end are in view at the end.
const ROWS_IN_VIEW = 5;

export interface AutoScroll {
  list: RefObject<VirtualizerHandle | null>;
  scroller: RefObject<HTMLDivElement | null>;
  /** Whether the list follows new messages: then only its last rows are rendered, and the browser keeps them at the end. */
  isFollowing: boolean;
  /** The last row when the pointer entered an action bar: until it leaves, the rows do not move. */
  frozenAt: string | null;
  follow: () => void;
  /** Pauses, and brings a row into view. */
  goTo: (index: number, align: "nearest" | "center") => void;
  freeze: (isFrozen: boolean) => void;
  /** Scroll offset of the virtual list, while paused. */
  onScroll: (offset: number) => void;
  /** Scroll event of the last rows, while following. */
  onLastRowsScroll: () => void;
  /** Wheel, touch, scroll bar or key: only user input pauses, never a scroll caused by layout. */
  onUserInput: () => void;
}

/** Where the virtual list starts when it replaces the last rows. */
type ScrollTarget = { index: number; align: "nearest" | "center" } | { fromEnd: number };

/** Keeps the end in view until the user scrolls up, and from then on the rows being read. */
export function useAutoScroll(rows: readonly ChatRow[], generation: number): AutoScroll {
  const list = useRef<VirtualizerHandle>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const [isFollowing, setIsFollowing] = useState(true);
  const [frozenAt, setFrozenAt] = useState<string | null>(null);
  const anchor = useRef<Anchor | null>(null);
  const [controller] = useState(() => new ScrollController(list, scroller, anchor, setIsFollowing, setFrozenAt));
  useLayoutEffect(() => {
    controller.shown = rows;
  }, [controller, rows]);
  useLayoutEffect(() => {
    if (isFollowing) scroller.current?.scrollTo({ top: 0 });
    else controller.restorePosition();
  }, [controller, isFollowing]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows are what moves the list
  useLayoutEffect(() => controller.keepFrozen(frozenAt !== null), [controller, frozenAt, rows]);
  useAnchor({ list, anchor, isFollowing, rows, generation });
  const { follow, goTo, freeze, onScroll, onLastRowsScroll, onUserInput } = controller;
  return { list, scroller, isFollowing, frozenAt, follow, goTo, freeze, onScroll, onLastRowsScroll, onUserInput };
}

/** Scroll state outside React; one object for the lifetime of the list. */
class ScrollController {
  shown: readonly ChatRow[] = [];
  private isFollowing = true;
  private target: ScrollTarget = { fromEnd: 0 };
  private readonly measuring = new GracePeriod(MEASURING_PERIOD);
  private readonly input = new GracePeriod(INPUT_PERIOD);
  /** Height of the last rows while frozen, and the scroll offset that keeps them in place. */
  private frozenHeight: number | null = null;
  private frozenTop = 0;

  constructor(
    private readonly list: RefObject<VirtualizerHandle | null>,
    private readonly scroller: RefObject<HTMLElement | null>,
    private readonly anchor: RefObject<Anchor | null>,
    private readonly setIsFollowing: (isFollowing: boolean) => void,
    private readonly setFrozenAt: (key: string | null) => void,
  ) {}

  readonly follow = (): void => {
    this.setFrozenAt(null);
    if (this.isFollowing) this.scroller.current?.scrollTo({ top: 0 });
    this.setFollowing(true);
  };

  readonly goTo = (index: number, align: "nearest" | "center"): void => {
    if (!this.isFollowing) this.list.current?.scrollToIndex(index, { align });
    else this.pause(index > this.shown.length - ROWS_IN_VIEW ? { fromEnd: 0 } : { index, align });
  };

  readonly freeze = (isFrozen: boolean): void => {
    this.setFrozenAt(isFrozen ? (this.shown.at(-1)?.key ?? null) : null);
  };

  readonly onScroll = (offset: number): void => {
    const list = this.list.current;
    if (!list) return;
    const isAtEnd = offset - list.scrollSize + list.viewportSize >= -NEAR_END_PX;
    if (isAtEnd && !this.measuring.isRunning()) this.setFollowing(true);
    this.anchor.current = anchorAt(list, this.shown, offset);
  };

  readonly onLastRowsScroll = (): void => {
    const scroller = this.scroller.current;
    if (!scroller || !this.isFollowing) return;
    // In a reversed column offsets above the end are negative.
    const fromEnd = -scroller.scrollTop;
    if (Math.abs(fromEnd + this.frozenTop) <= NEAR_END_PX) return;
    if (!this.input.isRunning()) scroller.scrollTo({ top: this.frozenTop });
    // Synchronously: after another frame the rows would have moved.
    else flushSync(() => this.pause({ fromEnd }));
  };

  readonly onUserInput = (): void => {
    this.input.start();
  };

  /** Reads the height, which forces a layout: only while frozen. */
  keepFrozen(isFrozen: boolean): void {
    const scroller = this.scroller.current;
    if (!scroller || !this.isFollowing || (!isFrozen && this.frozenHeight === null)) return;
    const height = isFrozen ? scroller.scrollHeight : null;
    this.frozenTop = height === null ? 0 : this.frozenTop - (height - (this.frozenHeight ?? height));
    this.frozenHeight = height;
    scroller.scrollTo({ top: this.frozenTop });
  }

  /** Scrolls the virtual list to where the last rows were, or to the row to go to. */
  restorePosition(): void {
    const { target } = this;
    if ("index" in target) this.list.current?.scrollToIndex(target.index, { align: target.align });
    else this.list.current?.scrollToIndex(this.shown.length - 1, { align: "end", offset: -target.fromEnd });
  }

  private pause(target: ScrollTarget): void {
    this.target = target;
    this.frozenHeight = null;
    this.frozenTop = 0;
    this.measuring.start();
    this.setFollowing(false);
  }

  private setFollowing(isFollowing: boolean): void {
    this.isFollowing = isFollowing;
    this.setIsFollowing(isFollowing);
  }
}

interface Anchor {
  key: string;
  offset: number;
}

function anchorAt(list: VirtualizerHandle, rows: readonly ChatRow[], offset: number): Anchor | null {
  const index = list.findItemIndex(offset);
  const row = rows[index];
  return row ? { key: row.key, offset: offset - list.getItemOffset(index) } : null;
}

interface AnchorProps {
  list: RefObject<VirtualizerHandle | null>;
  anchor: RefObject<Anchor | null>;
  isFollowing: boolean;
  rows: readonly ChatRow[];
  generation: number;
}

/** Restores the position of the row being read after all rows were replaced. */
function useAnchor({ list, anchor, isFollowing, rows, generation }: AnchorProps): void {
  const previous = useRef(generation);
  useEffect(() => {
    if (previous.current === generation) return;
    previous.current = generation;
    const saved = anchor.current;
    if (isFollowing || !saved) return;
    const index = rows.findIndex(({ key }) => key === saved.key);
    if (index >= 0) list.current?.scrollToIndex(index, { align: "start", offset: saved.offset });
  }, [list, anchor, isFollowing, rows, generation]);
}
