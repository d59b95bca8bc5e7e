import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { VirtualizerHandle } from "virtua";
import type { ChatRow } from "../store/chat-window";
import { GracePeriod } from "./grace-period";
import { ListHold } from "./list-hold";

// The list counts as at its end within this distance: scaled screens have fractional pixel sizes.
const NEAR_END_PX = 2;
// A scroll event within this time after user input counts as caused by the user.
const INPUT_PERIOD = { ms: 600, frames: 2 };
// While the virtual list measures its rows, the view may pass the end of the list, which must not resume following.
const MEASURING_PERIOD = { ms: 250, frames: 15 };
// At the end of the list at least this many rows are in view.
const ROWS_IN_VIEW = 5;
// Overlays, which Escape closes wherever the focus is: the focus moves into an overlay only after it has opened.
const OVERLAYS = '[role="dialog"], [role="menu"], [role="listbox"]';
// Inside these elements Escape and End have another meaning.
const OTHER_AREAS = `${OVERLAYS}, [role="search"], [data-beside-chat]`;
const FIELDS = "input, textarea, select, [contenteditable]";

type Align = "nearest" | "center" | "start";

export interface AutoScroll {
  list: RefObject<VirtualizerHandle | null>;
  scroller: RefObject<HTMLDivElement | null>;
  /** Whether the list follows new messages: it renders only the last rows, and the browser keeps the end in view. */
  isFollowing: boolean;
  /** Number of the current hold, during which the last rows do not move; 0 without one. */
  holdId: number;
  hold: ListHold;
  follow: () => void;
  /** Pauses, and brings a row into view. */
  goTo: (index: number, align: Align) => void;
  /** Called with the scroll offset of the virtual list, in pixels, while paused. */
  onScroll: (offset: number) => void;
  /** Called when the last rows are scrolled, while following. */
  onLastRowsScroll: () => void;
  /** Called on input by wheel, touch, scroll bar or key: a scroll without input, such as by layout, does not pause. */
  onUserInput: () => void;
}

/** Where the virtual list opens: at the row `index`, or `fromEnd` pixels above the end of the row with key `end`. */
type ScrollTarget = { index: number; align: Align } | { fromEnd: number; end: string | undefined };

/** Keeps the end in view until the user scrolls up, and from then on the rows being read. */
export function useAutoScroll(rows: readonly ChatRow[], generation: number): AutoScroll {
  const list = useRef<VirtualizerHandle>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const [isFollowing, setIsFollowing] = useState(true);
  const [currentHold, setCurrentHold] = useState(0);
  const anchor = useRef<Anchor | null>(null);
  const [controller] = useState(() => new ScrollController(list, scroller, anchor, setIsFollowing, setCurrentHold));
  const holdId = isFollowing ? currentHold : 0;
  useLayoutEffect(() => {
    controller.shown = rows;
  }, [controller, rows]);
  useLayoutEffect(() => {
    if (isFollowing) scroller.current?.scrollTo({ top: 0 });
    else controller.restorePosition();
  }, [controller, isFollowing]);
  useLayoutEffect(() => {
    if (holdId > 0 && scroller.current) return controller.hold.keepStill(scroller.current);
  }, [controller, holdId]);
  useEffect(() => {
    window.addEventListener("blur", controller.hold.releasePointer);
    return () => {
      window.removeEventListener("blur", controller.hold.releasePointer);
      controller.hold.cancelLeave();
    };
  }, [controller]);
  useAnchor({ list, anchor, isFollowing, rows, generation });
  const { follow, goTo, onScroll, onLastRowsScroll, onUserInput } = controller;
  return {
    list,
    scroller,
    isFollowing,
    holdId,
    hold: controller.hold,
    follow,
    goTo,
    onScroll,
    onLastRowsScroll,
    onUserInput,
  };
}

/** During a hold, Escape and End call `resume` from anywhere on the page, except where they have another meaning. */
export function useResumeKeys(isHeld: boolean, resume: () => void): void {
  const wasOpen = useRef(false);
  useEffect(() => {
    // This listener runs before the one that closes an overlay, because it was registered before the overlay opened.
    const onKeyStart = () => {
      wasOpen.current = document.querySelector(OVERLAYS) !== null;
    };
    window.addEventListener("keydown", onKeyStart, { capture: true });
    return () => window.removeEventListener("keydown", onKeyStart, { capture: true });
  }, []);
  useEffect(() => {
    if (!isHeld) return;
    const onKeyDown = ({ key, target, defaultPrevented }: KeyboardEvent) => {
      if (defaultPrevented || wasOpen.current || !(target instanceof Element)) return;
      const isIn = (selector: string) => target.closest(selector) !== null;
      // A target that is no longer on the page was removed by this key, for example with a dialog that the key closed.
      if (!target.isConnected || isIn(OTHER_AREAS)) return;
      if (key === "Escape" || (key === "End" && !isIn(FIELDS))) resume();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [isHeld, resume]);
}

/** Scroll state outside React; one object for the lifetime of the list. */
class ScrollController {
  shown: readonly ChatRow[] = [];
  readonly hold: ListHold;
  private isFollowing = true;
  private target: ScrollTarget = { fromEnd: 0, end: undefined };
  private readonly measuring = new GracePeriod(MEASURING_PERIOD);
  private readonly input = new GracePeriod(INPUT_PERIOD);

  constructor(
    private readonly list: RefObject<VirtualizerHandle | null>,
    private readonly scroller: RefObject<HTMLElement | null>,
    private readonly anchor: RefObject<Anchor | null>,
    private readonly setIsFollowing: (isFollowing: boolean) => void,
    setHold: (hold: number) => void,
  ) {
    this.hold = new ListHold(setHold);
  }

  readonly follow = (): void => {
    this.hold.resume();
    if (this.isFollowing) this.scroller.current?.scrollTo({ top: 0 });
    this.setFollowing(true);
  };

  readonly goTo = (index: number, align: Align): void => {
    if (!this.isFollowing) this.list.current?.scrollToIndex(index, { align });
    else if (index > this.shown.length - ROWS_IN_VIEW) this.pause({ fromEnd: 0, end: undefined });
    else this.pause({ index, align });
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
    if (Math.abs(fromEnd) <= NEAR_END_PX) return;
    if (!this.input.isRunning()) scroller.scrollTo({ top: 0 });
    // Synchronously: after another frame the rows would have moved.
    else flushSync(() => this.pause({ fromEnd: fromEnd + this.hold.shift, end: lastKeyIn(scroller) }));
  };

  readonly onUserInput = (): void => {
    this.input.start();
  };

  /** Scrolls the newly opened virtual list to where the last rows were, or to the row that `goTo` was called with. */
  restorePosition(): void {
    const { target, shown } = this;
    if ("index" in target) this.list.current?.scrollToIndex(target.index, { align: target.align });
    else {
      const end = shown.findLastIndex(({ key }) => key === target.end);
      const index = end < 0 ? shown.length - 1 : end;
      this.list.current?.scrollToIndex(index, { align: "end", offset: -target.fromEnd });
    }
  }

  private pause(target: ScrollTarget): void {
    this.target = target;
    this.measuring.start();
    this.setFollowing(false);
  }

  private setFollowing(isFollowing: boolean): void {
    this.isFollowing = isFollowing;
    this.setIsFollowing(isFollowing);
  }
}

function lastKeyIn(scroller: HTMLElement): string | undefined {
  return [...scroller.querySelectorAll<HTMLElement>("[data-key]")].at(-1)?.dataset["key"];
}

/** The row at the top of the view, and by how much it is scrolled out of view. */
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
