import type { SocketTransport, TransportEvents } from "./socket";

/** A connection for tests, whose methods trigger the events that a server causes. */
export class FakeTransport implements SocketTransport {
  sent: string[] = [];
  isClosed = false;

  constructor(private readonly events: TransportEvents) {}

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.isClosed = true;
  }

  serverOpens(): void {
    this.events.opened();
  }

  serverSends(message: unknown): void {
    this.events.received(typeof message === "string" ? message : JSON.stringify(message));
  }

  serverCloses(code = 1006): void {
    this.events.closed(code);
  }
}
