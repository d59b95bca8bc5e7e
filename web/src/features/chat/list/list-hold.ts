/** Why the rows are held in place. */
export type HoldCause = "pointer" | "selection" | "tap" | "bar";

// The pointer may leave the list for a moment, for example on its way to a menu.
const GRACE_MS = 300;
// After the user has resumed, a pointer that is still over the list pauses the list again once it has moved this far.
const RESUME_DISTANCE_PX = 40;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Holds the last rows in place while the pointer is over them or one of them is selected. */
export class ListHold {
  private readonly causes = new Set<HoldCause>();
  private count = 0;
  private leaveTimer: ReturnType<typeof setTimeout> | undefined;
  /** Null until the pointer was first seen over the list. */
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

  /** Replaces the held rows by the latest. */
  renew(): void {
    this.count += 1;
    this.onChange(this.count);
  }

  /** The user wants to see new messages, although the pointer may still be over the list. */
  resume(): void {
    this.resumedAt = this.pointer;
    this.causes.clear();
    this.onChange(0);
  }

  /** A pointer in the same place has not moved: the browser reports it because the list has opened or changed. */
  movePointer(pointer: Point): void {
    this.cancelLeave();
    const before = this.pointer;
    this.pointer = pointer;
    if (!before || distance(before, pointer) === 0) return;
    const { resumedAt } = this;
    if (resumedAt && distance(resumedAt, pointer) < RESUME_DISTANCE_PX) return;
    this.resumedAt = null;
    this.hold("pointer");
  }

  /** Cancels the release: the pointer came back within the grace period. */
  cancelLeave(): void {
    clearTimeout(this.leaveTimer);
  }

  /** Releases the rows after the grace period, and not while `isBusy`: a row's open menu would close with its bar. */
  leave(isBusy: () => boolean): void {
    this.cancelLeave();
    this.leaveTimer = setTimeout(() => {
      if (isBusy()) this.leave(isBusy);
      else this.releasePointer();
    }, GRACE_MS);
  }

  /** Also called when the user changes to another window, where pointer movements are not reported. */
  readonly releasePointer = (): void => {
    this.cancelLeave();
    this.resumedAt = null;
    this.release("pointer");
  };

  /** Keeps this row where it is from now on. */
  setAnchor(row: Element | null | undefined): void {
    if (row) this.anchor = { row, top: row.getBoundingClientRect().top };
  }

  /** Corrects the position whenever the size of the list or of its content changes; returns the function to stop. */
  keepStill(scroller: HTMLElement): () => void {
    const content = scroller.firstElementChild;
    if (!(content instanceof HTMLElement)) return () => undefined;
    this.scroller = scroller;
    this.content = content;
    // Measured again, because the rows moved before the hold.
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

  /** How far the rows are moved down from their usual place at the end of the list. */
  get shift(): number {
    return this.offset;
  }

  private correct(): void {
    const { anchor, scroller } = this;
    if (!anchor || !scroller) return;
    const { top, height } = anchor.row.getBoundingClientRect();
    // A row must not be below the end of a list that became shorter. A pointer that is still over the list stays on it.
    const lowest = scroller.getBoundingClientRect().bottom - height;
    this.move(this.offset + Math.min(anchor.top, lowest) - top);
  }

  /** Uses a transform, because scrolling cannot move the last row away from the end of the list. */
  private move(offset: number): void {
    this.offset = offset;
    if (this.content) this.content.style.transform = offset === 0 ? "" : `translateY(${offset}px)`;
  }
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
