import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReceivedCall {
  id: string;
  timestamp: string;
  signature: string;
  /** The body as text, which the signature covers together with id and timestamp. */
  body: string;
  /** The name of the event. */
  type: string;
}

/** A server that records the calls of webhooks and responds with the code in `status`. */
export class Receiver {
  readonly calls: ReceivedCall[] = [];
  status = 204;

  private constructor(private readonly server: Server) {
    server.on("request", (request, response) => {
      void textOf(request).then((body) => {
        const header = (name: string) => String(request.headers[name]);
        this.calls.push({
          id: header("webhook-id"),
          timestamp: header("webhook-timestamp"),
          signature: header("webhook-signature"),
          body,
          type: JSON.parse(body).type,
        });
        response.writeHead(this.status).end();
      });
    });
  }

  static async open(): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
}

/** The signature that the call must have, as https://www.standardwebhooks.com says. */
export function signatureOf({ id, timestamp, body }: ReceivedCall, secret: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
}
