/** What a browser offers to wait with; replaced in tests. */
export interface Clock {
  now: () => number;
  /** Before the next picture; never while the page is hidden. */
  onFrame: (run: () => void) => () => void;
  after: (milliseconds: number, run: () => void) => () => void;
}

// Above the second rate nobody sees whether a line came one frame earlier, above the first nobody reads: more batches only
// cost time.
const PACES = [
  { perSecond: 300, waitMs: 200 },
  { perSecond: 40, waitMs: 33 },
];
const WINDOW_MS = 1_000;
// No frame comes while the page is hidden; what arrives must not pile up meanwhile.
const HIDDEN_MS = 1_000;

/** Collects what arrives and hands it on once per frame, every other frame when it is much, five times a second when it is a flood. */
export class EventPacer<Event> {
  private waiting: Event[] = [];
  private lastFlush = Number.NEGATIVE_INFINITY;
  private recent: { at: number; count: number }[] = [];
  private cancel: (() => void) | null = null;

  constructor(
    private readonly hand: (events: Event[]) => void,
    private readonly clock: Clock = browserClock,
  ) {}

  push(events: readonly Event[]): void {
    for (const event of events) this.waiting.push(event);
    this.recent.push({ at: this.clock.now(), count: events.length });
    this.schedule();
  }

  /** Takes back what was not handed on yet. */
  clear(): void {
    this.cancel?.();
    this.cancel = null;
    this.waiting = [];
  }

  flush(): void {
    this.cancel?.();
    this.cancel = null;
    this.lastFlush = this.clock.now();
    const events = this.waiting;
    this.waiting = [];
    if (events.length > 0) this.hand(events);
  }

  private schedule(): void {
    if (this.cancel) return;
    const wait = this.lastFlush + this.pace() - this.clock.now();
    const stopFrame = wait > 0 ? this.clock.after(wait, () => this.flush()) : this.clock.onFrame(() => this.flush());
    const stopHidden = this.clock.after(HIDDEN_MS, () => this.flush());
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
