const RECONNECT_MS = 1_000;
const PING_MS = 2_000;
const PONG_MS = 3_000;
// A lost handshake is otherwise noticed only after the system's own retries, which take minutes.
const HANDSHAKE_MS = 10_000;

export type SocketState =
  | { phase: "connecting" }
  | { phase: "open" }
  | { phase: "waiting"; retryAt: number }
  | { phase: "ended" };

/** Final close reasons: the session ended, access is denied, or the channel is deleted. */
export type EndReason = "unauthenticated" | "forbidden" | "not_found";

const END_REASONS: Record<number, EndReason> = { 4401: "unauthenticated", 4403: "forbidden", 4404: "not_found" };

/** The WebSocket that one attempt to connect opens, or a fake in tests. */
export interface SocketTransport {
  send(text: string): void;
  close(): void;
}

export interface TransportEvents {
  opened: () => void;
  received: (data: unknown) => void;
  closed: (code: number) => void;
}

export interface SocketHooks {
  /** Opens a connection; called for each attempt, so that a new token is used. */
  connect: (events: TransportEvents) => SocketTransport;
  onOpen: () => void;
  onMessage: (text: string) => void;
  onState: (state: SocketState) => void;
  onEnd: (reason: EndReason) => void;
}

/** A socket that reconnects one second after a loss, pings every two seconds and waits three seconds for the pong. */
export class LiveSocket {
  private transport: SocketTransport | null = null;
  private attempt = 0;
  private isOpen = false;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private ping: ReturnType<typeof setInterval> | undefined;
  private deadline: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly hooks: SocketHooks) {
    this.start();
  }

  /** Sends a text; does nothing while disconnected, so callers send again in `onOpen` what the server needs. */
  send(text: string): void {
    if (this.isOpen) this.transport?.send(text);
  }

  /** Reconnects at once; does nothing while connected or connecting. */
  retryNow(): void {
    if (this.retry === undefined) return;
    this.start();
  }

  close(): void {
    this.drop();
    this.hooks.onState({ phase: "ended" });
  }

  private start(): void {
    clearTimeout(this.retry);
    this.retry = undefined;
    this.hooks.onState({ phase: "connecting" });
    this.setDeadline(HANDSHAKE_MS);
    this.attempt += 1;
    const attempt = this.attempt;
    this.transport = this.hooks.connect({
      opened: () => attempt === this.attempt && this.opened(),
      received: (data) => attempt === this.attempt && this.received(data),
      closed: (code) => attempt === this.attempt && this.closed(code),
    });
  }

  private opened(): void {
    this.isOpen = true;
    this.clearDeadline();
    this.ping = setInterval(() => this.sendPing(), PING_MS);
    this.hooks.onState({ phase: "open" });
    this.hooks.onOpen();
  }

  private received(data: unknown): void {
    if (data === "pong") this.clearDeadline();
    else if (typeof data === "string") this.hooks.onMessage(data);
  }

  private closed(code: number): void {
    this.drop();
    const reason = END_REASONS[code];
    if (reason === undefined) this.scheduleRetry();
    else {
      this.hooks.onState({ phase: "ended" });
      this.hooks.onEnd(reason);
    }
  }

  private sendPing(): void {
    this.send("ping");
    if (this.deadline === undefined) this.setDeadline(PONG_MS);
  }

  private setDeadline(milliseconds: number): void {
    this.deadline = setTimeout(() => {
      this.drop();
      this.scheduleRetry();
    }, milliseconds);
  }

  private clearDeadline(): void {
    clearTimeout(this.deadline);
    this.deadline = undefined;
  }

  private scheduleRetry(): void {
    this.retry = setTimeout(() => this.start(), RECONNECT_MS);
    this.hooks.onState({ phase: "waiting", retryAt: Date.now() + RECONNECT_MS });
  }

  // The closing handshake of a dead connection never ends, so its further events are ignored.
  private drop(): void {
    clearTimeout(this.retry);
    this.retry = undefined;
    clearInterval(this.ping);
    this.clearDeadline();
    this.attempt += 1;
    this.isOpen = false;
    this.transport?.close();
    this.transport = null;
  }
}
