import { LiveSocket, type SocketTransport, type TransportEvents } from "../live/socket";

// Time between two attempts of a refused page, such as that of a deleted widget; the page is blank meanwhile.
const REFUSED_MS = 30_000;
// Close code of the server: the widget was changed, events may have been missed, or the server stops.
const RESTARTED = 1012;

export interface PageHooks {
  /** Returns the first frame to send on every connection. */
  hello: () => string;
  onFrame: (frame: unknown) => void;
  /** Called when the server refuses the page: its key is wrong or replaced, or too many pages are open. */
  onRefused: () => void;
  connect?: (events: TransportEvents) => SocketTransport;
}

/** The socket of a widget's page, which reconnects for ever and reports only one failure: the page is refused. */
export class PageSocket {
  private socket: LiveSocket | null = null;

  constructor(
    private readonly url: string,
    private readonly hooks: PageHooks,
  ) {
    this.open();
  }

  send(frame: object): void {
    this.socket?.send(JSON.stringify(frame));
  }

  private connect(events: TransportEvents): SocketTransport {
    return this.hooks.connect?.(events) ?? openTransport(this.url, events);
  }

  /** Reconnects at once if the close code is `RESTARTED`. */
  private closed(code: number, events: TransportEvents): void {
    events.closed(code);
    if (code === RESTARTED) this.socket?.retryNow();
  }

  private open(): void {
    this.socket = new LiveSocket({
      connect: (events) => this.connect({ ...events, closed: (code) => this.closed(code, events) }),
      onOpen: () => this.socket?.send(this.hooks.hello()),
      onMessage: (text) => this.hooks.onFrame(JSON.parse(text)),
      onState: () => undefined,
      onEnd: () => {
        this.hooks.onRefused();
        setTimeout(() => this.open(), REFUSED_MS);
      },
    });
  }
}

function openTransport(url: string, events: TransportEvents): SocketTransport {
  const socket = new WebSocket(url);
  socket.addEventListener("open", () => events.opened());
  socket.addEventListener("message", ({ data }) => events.received(data));
  socket.addEventListener("close", ({ code }) => events.closed(code));
  return { send: (text) => socket.send(text), close: () => socket.close() };
}
