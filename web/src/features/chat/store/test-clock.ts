import type { Clock } from "./event-pacer";

interface PendingCall {
  at: number;
  run: () => void;
}

/** Manual clock with a frame every 16 ms. */
export class TestClock implements Clock {
  private time = 0;
  private pending = new Set<PendingCall>();
  isHidden = false;

  now = () => this.time;
  after = (milliseconds: number, run: () => void) => this.wait(this.time + milliseconds, run);
  onFrame = (run: () => void) =>
    this.wait(this.isHidden ? Number.POSITIVE_INFINITY : (Math.floor(this.time / 16) + 1) * 16, run);

  advance(milliseconds: number): void {
    const end = this.time + milliseconds;
    for (let next = this.next(end); next; next = this.next(end)) {
      this.time = next.at;
      this.pending.delete(next);
      next.run();
    }
    this.time = end;
  }

  private wait(at: number, run: () => void): () => void {
    const pending = { at, run };
    this.pending.add(pending);
    return () => this.pending.delete(pending);
  }

  private next(end: number): PendingCall | undefined {
    return [...this.pending].filter(({ at }) => at <= end).toSorted((one, other) => one.at - other.at)[0];
  }
}
