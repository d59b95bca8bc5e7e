import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { VirtualizerHandle } from "virtua";
import type { ChatRow } from "../store/chat-window";

// Sizes are fractions of pixels on scaled screens.
const NEAR_END = 2;
const INTENT_MS = 600;
// While the list finds its place it may pass its end, which is nobody's wish to go on.
const SETTLE_MS = 250;
// So near to the end every row is in view.
const LAST_ROWS = 5;

export interface Stick {
  list: RefObject<VirtualizerHandle | null>;
  scroller: RefObject<HTMLDivElement | null>;
  /** Whether the list follows what is said: then only its last rows are drawn, and the browser keeps them at the end. */
  isFollowing: boolean;
  /** The row that was the last one when somebody went for a button in a row: until they leave it, the rows stand still. */
  heldAt: string | null;
  follow: () => void;
  /** Pauses, and brings a row into view. */
  goTo: (place: number, align: "nearest" | "center") => void;
  hold: (isHeld: boolean) => void;
  /** How far the list is, while all rows are there. */
  onScroll: (offset: number) => void;
  /** Something moved the last rows. */
  onTailScroll: () => void;
  /** A hand on the wheel, the screen, the bar or the keys: only this pauses, never the list's own movements. */
  onIntent: () => void;
}

/** Where the list of all rows begins when it takes over from the last ones. */
type Goal = { place: number; align: "nearest" | "center" } | { fromEnd: number };

/** Keeps the end in view until somebody scrolls up, and from then on what they read. */
export function useStick(rows: readonly ChatRow[], turn: number): Stick {
  const list = useRef<VirtualizerHandle>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const [isFollowing, setIsFollowing] = useState(true);
  const [heldAt, setHeldAt] = useState<string | null>(null);
  const anchor = useRef<Anchor | null>(null);
  const [desk] = useState(() => new StickDesk(list, scroller, anchor, setIsFollowing, setHeldAt));
  useLayoutEffect(() => {
    desk.shown = rows;
  }, [desk, rows]);
  useLayoutEffect(() => {
    if (isFollowing) scroller.current?.scrollTo({ top: 0 });
    else desk.settle();
  }, [desk, isFollowing]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows are what it holds against
  useLayoutEffect(() => desk.keepStill(heldAt !== null), [desk, heldAt, rows]);
  useAnchor({ list, anchor, isFollowing, rows, turn });
  const { follow, goTo, hold, onScroll, onTailScroll, onIntent } = desk;
  return { list, scroller, isFollowing, heldAt, follow, goTo, hold, onScroll, onTailScroll, onIntent };
}

/** What moves the list, outside of any drawing: the same for as long as the list is there. */
class StickDesk {
  shown: readonly ChatRow[] = [];
  private isFollowing = true;
  private goal: Goal = { fromEnd: 0 };
  private leftAt = Number.NEGATIVE_INFINITY;
  private touchedAt = Number.NEGATIVE_INFINITY;
  /** How high the last rows are while they are held, and how far they were moved to stand still. */
  private heldHeight: number | null = null;
  private heldTop = 0;

  constructor(
    private readonly list: RefObject<VirtualizerHandle | null>,
    private readonly scroller: RefObject<HTMLElement | null>,
    private readonly anchor: RefObject<Anchor | null>,
    private readonly setIsFollowing: (isFollowing: boolean) => void,
    private readonly setHeldAt: (key: string | null) => void,
  ) {}

  readonly follow = (): void => {
    this.setHeldAt(null);
    if (this.isFollowing) this.scroller.current?.scrollTo({ top: 0 });
    this.setFollowing(true);
  };

  readonly goTo = (place: number, align: "nearest" | "center"): void => {
    if (!this.isFollowing) this.list.current?.scrollToIndex(place, { align });
    else this.leave(place > this.shown.length - LAST_ROWS ? { fromEnd: 0 } : { place, align });
  };

  readonly hold = (isHeld: boolean): void => {
    this.setHeldAt(isHeld ? (this.shown.at(-1)?.key ?? null) : null);
  };

  readonly onScroll = (offset: number): void => {
    const list = this.list.current;
    if (!list) return;
    const isAtEnd = offset - list.scrollSize + list.viewportSize >= -NEAR_END;
    if (isAtEnd && performance.now() - this.leftAt > SETTLE_MS) this.setFollowing(true);
    this.anchor.current = anchorAt(list, this.shown, offset);
  };

  readonly onTailScroll = (): void => {
    const scroller = this.scroller.current;
    if (!scroller || !this.isFollowing) return;
    // The last rows are counted from the end: what is above has negative numbers.
    const fromEnd = -scroller.scrollTop;
    if (Math.abs(fromEnd + this.heldTop) <= NEAR_END) return;
    if (performance.now() - this.touchedAt > INTENT_MS) scroller.scrollTo({ top: this.heldTop });
    // At once, because a moment later it would stand elsewhere.
    else flushSync(() => this.leave({ fromEnd }));
  };

  readonly onIntent = (): void => {
    this.touchedAt = performance.now();
  };

  /** Asks for a height, which is dear: only while somebody's hand is on a button. */
  keepStill(isHeld: boolean): void {
    const scroller = this.scroller.current;
    if (!scroller || !this.isFollowing || (!isHeld && this.heldHeight === null)) return;
    const height = isHeld ? scroller.scrollHeight : null;
    this.heldTop = height === null ? 0 : this.heldTop - (height - (this.heldHeight ?? height));
    this.heldHeight = height;
    scroller.scrollTo({ top: this.heldTop });
  }

  /** All rows take over from the last ones, where these stood. */
  settle(): void {
    const { goal } = this;
    if ("place" in goal) this.list.current?.scrollToIndex(goal.place, { align: goal.align });
    else this.list.current?.scrollToIndex(this.shown.length - 1, { align: "end", offset: -goal.fromEnd });
  }

  private leave(goal: Goal): void {
    this.goal = goal;
    this.heldHeight = null;
    this.heldTop = 0;
    this.leftAt = performance.now();
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
  const place = list.findItemIndex(offset);
  const row = rows[place];
  return row ? { key: row.key, offset: offset - list.getItemOffset(place) } : null;
}

interface AnchorProps {
  list: RefObject<VirtualizerHandle | null>;
  anchor: RefObject<Anchor | null>;
  isFollowing: boolean;
  rows: readonly ChatRow[];
  turn: number;
}

/** After all rows were fetched anew, what was being read stands where it stood. */
function useAnchor({ list, anchor, isFollowing, rows, turn }: AnchorProps): void {
  const known = useRef(turn);
  useEffect(() => {
    if (known.current === turn) return;
    known.current = turn;
    const kept = anchor.current;
    if (isFollowing || !kept) return;
    const place = rows.findIndex(({ key }) => key === kept.key);
    if (place >= 0) list.current?.scrollToIndex(place, { align: "start", offset: kept.offset });
  }, [list, anchor, isFollowing, rows, turn]);
}
