// The server that fan-out is compared with: Node `ws`, every message sent to every listener as it comes.
import { createRequire } from "node:module";

const { WebSocketServer } = createRequire(new URL("../../e2e/package.json", import.meta.url))("ws");

const listeners = new Set();
const server = new WebSocketServer({
  host: "127.0.0.1",
  port: Number(process.argv[2]),
  perMessageDeflate: false,
  backlog: 4096,
});

server.on("connection", (socket, request) => {
  if (request.url === "/voice") {
    socket.on("message", (text) => {
      for (const listener of listeners) listener.send(text, { binary: false });
    });
    return;
  }
  listeners.add(socket);
  socket.on("close", () => listeners.delete(socket));
});
