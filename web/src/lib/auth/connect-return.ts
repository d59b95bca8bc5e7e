const KEY = "greenroom.connect-return";

/** Where to return after connecting in the same tab, and the connected platform. */
export interface ConnectReturn {
  path: string;
  platform: string;
}

export function saveConnectReturn(value: ConnectReturn): void {
  sessionStorage.setItem(KEY, JSON.stringify(value));
}

export function clearConnectReturn(): void {
  sessionStorage.removeItem(KEY);
}

export function readConnectReturn(): ConnectReturn | null {
  return parse(sessionStorage.getItem(KEY));
}

function parse(text: string | null): ConnectReturn | null {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    return isConnectReturn(value) ? value : null;
  } catch {
    return null;
  }
}

function isConnectReturn(value: unknown): value is ConnectReturn {
  return (
    typeof value === "object" &&
    value !== null &&
    "path" in value &&
    typeof value.path === "string" &&
    "platform" in value &&
    typeof value.platform === "string"
  );
}
