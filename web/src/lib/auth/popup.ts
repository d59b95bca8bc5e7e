import { clearConnectReturn, saveConnectReturn } from "./connect-return";

const SIZE = 800;
const POLL_MS = 100;

export type ConnectResult =
  | { kind: "landed"; id: string }
  | { kind: "closed" }
  | { kind: "blocked" }
  | { kind: "busy" };

interface ConnectOptions {
  /** Identifies what is connected; while a call with the same id waits for its popup, another one returns `busy`. */
  id: string;
  /** Requests the address of the platform's consent page. */
  fetchUrl: () => Promise<string>;
  /** Name of the parameter in the hash of the landing page whose value is the id of the new connection. */
  hashKey: string;
  /** The platform's name; if the popup is blocked, it is stored for the page to which this tab returns. */
  platform: string;
}

const running = new Map<string, Window | null>();

/** A centred window of 800 x 800; null if the browser blocks it. */
export function openPopup(url = "about:blank", target: Window = window): Window | null {
  const left = target.screenX + Math.max(0, (target.outerWidth - SIZE) / 2);
  const top = target.screenY + Math.max(0, (target.outerHeight - SIZE) / 2);
  const features = `popup,width=${SIZE},height=${SIZE},left=${Math.round(left)},top=${Math.round(top)}`;
  return target.open(url, "_blank", features);
}

/** Connects in a popup, or in this tab if the popup is blocked. Call it on a click: browsers block other popups. */
export async function connectInPopup(connect: ConnectOptions): Promise<ConnectResult> {
  const { id } = connect;
  if (running.has(id)) {
    running.get(id)?.focus();
    return { kind: "busy" };
  }
  // A popup inherits a copy of the session storage: a return path in it would redirect its landing page.
  clearConnectReturn();
  const popup = openPopup();
  running.set(id, popup);
  return consent(connect, popup).finally(() => running.delete(id));
}

async function consent({ fetchUrl, hashKey, platform }: ConnectOptions, popup: Window | null): Promise<ConnectResult> {
  const url = await fetchUrl().catch((error: unknown) => {
    popup?.close();
    throw error;
  });
  if (!popup) {
    saveConnectReturn({ path: window.location.pathname + window.location.search, platform });
    window.location.assign(url);
    return { kind: "blocked" };
  }
  if (!popup.closed) popup.location.replace(url);
  return watchPopup(popup, hashKey);
}

/** Waits until the user closes the popup, or until its address has an id in the hash; then the popup is closed. */
export function watchPopup(popup: Window, hashKey: string): Promise<ConnectResult> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const id = popup.closed ? null : landedId(popup, hashKey);
      if (!popup.closed && id === null) return;
      clearInterval(timer);
      if (!popup.closed) popup.close();
      resolve(id === null ? { kind: "closed" } : { kind: "landed", id });
    }, POLL_MS);
  });
}

function landedId(popup: Window, hashKey: string): string | null {
  try {
    return new URLSearchParams(popup.location.hash.slice(1)).get(hashKey);
  } catch {
    // The location of a page of another origin cannot be read.
    return null;
  }
}
