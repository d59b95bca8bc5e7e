import { createSocket, type Socket } from "node:dgram";
import type { AddressInfo } from "node:net";
import { createServer, type Server } from "node:net";

/** A server that no page may reach; `reached` records connections, request lines and datagrams. */
export class ForbiddenServer {
  readonly reached: string[] = [];

  private constructor(
    private readonly tcp: Server,
    private readonly udp: Socket,
  ) {
    tcp.on("connection", (socket) => {
      this.reached.push("connection");
      socket.on("data", (data) => this.reached.push(String(data).split("\r\n", 1)[0] ?? ""));
      socket.on("error", () => undefined);
    });
    udp.on("message", () => this.reached.push("datagram"));
  }

  static async open(): Promise<ForbiddenServer> {
    const [tcp, udp] = [createServer(), createSocket("udp4")];
    const server = new ForbiddenServer(tcp, udp);
    await Promise.all([
      new Promise<void>((resolve) => tcp.listen(0, "127.0.0.1", resolve)),
      new Promise<void>((resolve) => udp.bind(0, "127.0.0.1", resolve)),
    ]);
    return server;
  }

  get host(): string {
    return `127.0.0.1:${(this.tcp.address() as AddressInfo).port}`;
  }

  get stun(): string {
    return `stun:127.0.0.1:${this.udp.address().port}`;
  }

  close(): void {
    this.tcp.close();
    this.udp.close();
  }
}
