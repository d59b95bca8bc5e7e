import { redirectToSignIn } from "../lib/auth/sign-in-redirect";
import { getToken } from "../lib/auth/token";
import { liveStatus } from "./live-status";
import { type EndReason, LiveSocket, type SocketTransport, type TransportEvents } from "./socket";

const PROTOCOL = "greenroom.v1";

interface LiveHooks {
  onOpen: () => void;
  onMessage: (text: string) => void;
  /** Called when the server closes for good; `openLiveSocket` redirects to sign-in instead if the session has ended. */
  onRefused?: (reason: EndReason) => void;
}

/** Opens a socket with the user's token; the offline banner shows its state. */
export function openLiveSocket(path: string, hooks: LiveHooks): LiveSocket {
  let token: string | null = null;
  const socket: LiveSocket = new LiveSocket({
    connect: (events) => {
      token = getToken();
      return connect(path, token, events);
    },
    onOpen: hooks.onOpen,
    onMessage: hooks.onMessage,
    onState: (state) => liveStatus.report(path, state, () => socket.retryNow()),
    onEnd: (reason) => (reason === "unauthenticated" ? redirectToSignIn(token) : hooks.onRefused?.(reason)),
  });
  return socket;
}

/** Opens a socket without a token; the offline banner shows its state. */
export function openPublicSocket(path: string, hooks: LiveHooks): LiveSocket {
  const socket: LiveSocket = new LiveSocket({
    connect: (events) => connect(path, null, events),
    onOpen: hooks.onOpen,
    onMessage: hooks.onMessage,
    onState: (state) => liveStatus.report(path, state, () => socket.retryNow()),
    onEnd: (reason) => hooks.onRefused?.(reason),
  });
  return socket;
}

function connect(path: string, token: string | null, events: TransportEvents): SocketTransport {
  const socket = new WebSocket(socketUrl(path), protocols(token));
  socket.onopen = events.opened;
  socket.onmessage = ({ data }) => events.received(data);
  socket.onclose = ({ code }) => events.closed(code);
  return socket;
}

function socketUrl(path: string): string {
  return new URL(path, window.location.href.replace(/^http/, "ws")).href;
}

// The token is a sub-protocol: browsers cannot set headers here, and URLs end up in logs.
function protocols(token: string | null): string[] {
  return token ? [PROTOCOL, `bearer.${token}`] : [PROTOCOL];
}
