/** Why the list holds its rows in place. */
export type HoldCause = "pointer" | "selection" | "tap" | "bar";

// The hold lasts this long after the pointer has left the list, for example on its way to a menu.
const GRACE_MS = 300;
// After the user has resumed, a pointer that is still over the list pauses the list again once it has moved this far.
const RESUME_DISTANCE_PX = 40;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Holds the last rows in place while there is a cause, such as the pointer over them or a selected row. */
export class ListHold {
  private readonly causes = new Set<HoldCause>();
  private count = 0;
  private leaveTimer: ReturnType<typeof setTimeout> | undefined;
  /** The last known position over the list; null until the pointer was first reported there. */
  private pointer: Point | null = null;
  private resumedAt: Point | null = null;
  private scroller: HTMLElement | null = null;
  private content: HTMLElement | null = null;
  /** The row that must not move, and its distance from the top of the window. */
  private anchor: { row: Element; top: number } | null = null;
  private offset = 0;

  /** `onChange` gets the number of the current hold, 0 without one. */
  constructor(private readonly onChange: (hold: number) => void) {}

  hold(cause: HoldCause): void {
    const isFirst = this.causes.size === 0;
    this.causes.add(cause);
    if (isFirst) this.renew();
  }

  release(cause: HoldCause): void {
    if (this.causes.delete(cause) && this.causes.size === 0) this.onChange(0);
  }

  /** Starts a new hold, which has the latest rows. */
  renew(): void {
    this.count += 1;
    this.onChange(this.count);
  }

  /** Ends the hold, although the pointer may still be over the list: the user wants to see new messages. */
  resume(): void {
    this.resumedAt = this.pointer;
    this.causes.clear();
    this.onChange(0);
  }

  /** Holds the rows if the pointer has moved; after `resume`, only if it has moved 40 pixels. */
  movePointer(pointer: Point): void {
    this.cancelLeave();
    const before = this.pointer;
    this.pointer = pointer;
    // Browsers also report a resting pointer when the list opens or changes.
    if (!before || distance(before, pointer) === 0) return;
    const { resumedAt } = this;
    if (resumedAt && distance(resumedAt, pointer) < RESUME_DISTANCE_PX) return;
    this.resumedAt = null;
    this.hold("pointer");
  }

  /** Cancels the release that `leave` has scheduled. */
  cancelLeave(): void {
    clearTimeout(this.leaveTimer);
  }

  /** Ends the pointer's hold after the grace period; waits longer while `isBusy`, such as for an open menu. */
  leave(isBusy: () => boolean): void {
    this.cancelLeave();
    this.leaveTimer = setTimeout(() => {
      if (isBusy()) this.leave(isBusy);
      else this.releasePointer();
    }, GRACE_MS);
  }

  /** Ends the pointer's hold at once; also called when the user changes to another window. */
  readonly releasePointer = (): void => {
    this.cancelLeave();
    this.resumedAt = null;
    this.release("pointer");
  };

  /** From now on this row must not move. */
  setAnchor(row: Element | null | undefined): void {
    if (row) this.anchor = { row, top: row.getBoundingClientRect().top };
  }

  /** Corrects the rows' position when the list or its content changes size; returns a function that stops this. */
  keepStill(scroller: HTMLElement): () => void {
    const content = scroller.firstElementChild;
    if (!(content instanceof HTMLElement)) return () => undefined;
    this.scroller = scroller;
    this.content = content;
    // The position is measured again, because the row may have moved before the hold.
    this.setAnchor(this.anchor?.row.isConnected ? this.anchor.row : content.lastElementChild);
    const observer = new ResizeObserver(() => this.correct());
    observer.observe(scroller);
    observer.observe(content);
    return () => {
      observer.disconnect();
      this.move(0);
      this.content = null;
    };
  }

  /** By how many pixels the rows are moved down from the end of the list. */
  get shift(): number {
    return this.offset;
  }

  private correct(): void {
    const { anchor, scroller } = this;
    if (!anchor || !scroller) return;
    const { top, height } = anchor.row.getBoundingClientRect();
    // In a list that became shorter, the row moves up to the end of the list, so that it stays visible.
    const lowest = scroller.getBoundingClientRect().bottom - height;
    this.move(this.offset + Math.min(anchor.top, lowest) - top);
  }

  /** Moves the rows with a transform, because scrolling cannot move the last row away from the end of the list. */
  private move(offset: number): void {
    this.offset = offset;
    if (this.content) this.content.style.transform = offset === 0 ? "" : `translateY(${offset}px)`;
  }
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
