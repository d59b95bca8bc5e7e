import { useSyncExternalStore } from "react";
import { useNow } from "../lib/time/use-now";
import type { SocketState } from "./socket";

interface Entry {
  state: SocketState;
  hasOpened: boolean;
  retryNow: () => void;
}

export interface LiveSnapshot {
  isOffline: boolean;
  /** Time of the next attempt in ms; null while an attempt runs, and while online. */
  retryAt: number | null;
  /** Time in ms since which the screen may be out of date; null while online. */
  shownAsOf: number | null;
}

const ONLINE: LiveSnapshot = { isOffline: false, retryAt: null, shownAsOf: null };

/** Combined connection state of all sockets. */
export class LiveStatus {
  private readonly entries = new Map<string, Entry>();
  private readonly listeners = new Set<() => void>();
  private current = ONLINE;

  report(name: string, state: SocketState, retryNow: () => void): void {
    if (state.phase === "ended") this.entries.delete(name);
    else {
      const hasOpened = state.phase === "open" || this.entries.get(name)?.hasOpened === true;
      this.entries.set(name, { state, hasOpened, retryNow });
    }
    this.refresh();
  }

  readonly tryNow = (): void => {
    for (const entry of [...this.entries.values()]) entry.retryNow();
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): LiveSnapshot => this.current;

  private refresh(): void {
    const next = this.summary();
    if (next === this.current) return;
    this.current = next;
    for (const listener of [...this.listeners]) listener();
  }

  private summary(): LiveSnapshot {
    const lost = [...this.entries.values()].filter((entry) => isLost(entry, this.current.isOffline));
    if (lost.length === 0) return ONLINE;
    const retryTimes = lost.flatMap(({ state }) => (state.phase === "waiting" ? [state.retryAt] : []));
    return {
      isOffline: true,
      retryAt: retryTimes.length > 0 ? Math.min(...retryTimes) : null,
      shownAsOf: this.current.shownAsOf ?? Date.now(),
    };
  }
}

// The first attempt does not count: a page that just opened must not flash the banner.
function isLost({ state, hasOpened }: Entry, wasOffline: boolean): boolean {
  if (state.phase === "waiting") return true;
  return state.phase === "connecting" && (hasOpened || wasOffline);
}

/** Whole seconds left, rounded up. */
export function secondsUntil(moment: number, now: number): number {
  return Math.max(0, Math.ceil((moment - now) / 1000));
}

export const liveStatus = new LiveStatus();

export interface LiveStatusView {
  isOffline: boolean;
  secondsToRetry: number | null;
  shownAsOf: Date | null;
  tryNow: () => void;
}

/** Connection state for the offline banner, with the countdown to the next attempt. */
export function useLiveStatus(): LiveStatusView {
  const { isOffline, retryAt, shownAsOf } = useSyncExternalStore(liveStatus.subscribe, liveStatus.snapshot);
  const now = useNow(retryAt !== null, 250);
  return {
    isOffline,
    secondsToRetry: retryAt === null ? null : secondsUntil(retryAt, now),
    shownAsOf: shownAsOf === null ? null : new Date(shownAsOf),
    tryNow: liveStatus.tryNow,
  };
}
