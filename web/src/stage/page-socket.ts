import { LiveSocket, type SocketTransport, type TransportEvents } from "../live/socket";

// Time between two attempts with a refused key, such as that of a deleted widget; the page is blank meanwhile.
const REFUSED_MS = 30_000;
// Close code of the server: the widget was changed, or the server stops.
const CHANGED = 1012;

export interface PageHooks {
  /** Returns the first frame to send on every connection. */
  hello: () => string;
  onFrame: (frame: unknown) => void;
  /** Called when the server refuses the key, because it is wrong or was replaced. */
  onRefused: () => void;
  connect?: (events: TransportEvents) => SocketTransport;
}

/** The socket of a widget's page, which reconnects for ever and reports only one failure, a refused key. */
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

  /** Reconnects at once if the server closed the socket because the widget was changed or the server stops. */
  private closed(code: number, events: TransportEvents): void {
    events.closed(code);
    if (code === CHANGED) this.socket?.retryNow();
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
