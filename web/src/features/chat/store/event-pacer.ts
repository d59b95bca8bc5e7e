/** Browser timers; replaced in tests. */
export interface Clock {
  now: () => number;
  /** Calls `run` before the next frame, never while the page is hidden; returns a function that cancels this. */
  onFrame: (run: () => void) => () => void;
  after: (milliseconds: number, run: () => void) => () => void;
}

// Time between batches: at 40 events a second one more frame is not visible, at 300 the chat is unreadable anyway.
const PACES = [
  { perSecond: 300, waitMs: 200 },
  { perSecond: 40, waitMs: 33 },
];
const WINDOW_MS = 1_000;
// Events are delivered after this time on a hidden page, which has no frames.
const HIDDEN_WAIT_MS = 1_000;

/** Batches events: once per frame, every other frame in a busy chat, five times a second in a flood. */
export class EventPacer<Event> {
  private pending: Event[] = [];
  private lastFlush = Number.NEGATIVE_INFINITY;
  private recent: { at: number; count: number }[] = [];
  private cancel: (() => void) | null = null;

  constructor(
    private readonly deliver: (events: Event[]) => void,
    private readonly clock: Clock = browserClock,
  ) {}

  push(events: readonly Event[]): void {
    for (const event of events) this.pending.push(event);
    this.recent.push({ at: this.clock.now(), count: events.length });
    this.schedule();
  }

  /** Drops events that were not delivered yet. */
  clear(): void {
    this.cancel?.();
    this.cancel = null;
    this.pending = [];
  }

  flush(): void {
    this.cancel?.();
    this.cancel = null;
    this.lastFlush = this.clock.now();
    const events = this.pending;
    this.pending = [];
    if (events.length > 0) this.deliver(events);
  }

  private schedule(): void {
    if (this.cancel) return;
    const wait = this.lastFlush + this.pace() - this.clock.now();
    const stopFrame = wait > 0 ? this.clock.after(wait, () => this.flush()) : this.clock.onFrame(() => this.flush());
    const stopHidden = this.clock.after(HIDDEN_WAIT_MS, () => this.flush());
    this.cancel = () => {
      stopFrame();
      stopHidden();
    };
  }

  private pace(): number {
    const now = this.clock.now();
    this.recent = this.recent.filter(({ at }) => at > now - WINDOW_MS);
    const rate = this.recent.reduce((sum, { count }) => sum + count, 0);
    return PACES.find(({ perSecond }) => rate > perSecond)?.waitMs ?? 0;
  }
}

const browserClock: Clock = {
  now: () => performance.now(),
  onFrame: (run) => {
    const frame = requestAnimationFrame(run);
    return () => cancelAnimationFrame(frame);
  },
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};
