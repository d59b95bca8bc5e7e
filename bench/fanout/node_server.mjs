// Node `ws` server that fan-out is compared with: sends every message to every subscriber at once.
import { createRequire } from "node:module";

const { WebSocketServer } = createRequire(new URL("../../e2e/package.json", import.meta.url))("ws");

const subscribers = new Set();
const server = new WebSocketServer({
  host: "127.0.0.1",
  port: Number(process.argv[2]),
  perMessageDeflate: false,
  backlog: 4096,
});

server.on("connection", (socket, request) => {
  if (request.url === "/publish") {
    socket.on("message", (text) => {
      for (const subscriber of subscribers) subscriber.send(text, { binary: false });
    });
    return;
  }
  subscribers.add(socket);
  socket.on("close", () => subscribers.delete(socket));
});
