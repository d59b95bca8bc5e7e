const HOME = "/";

// How often a path is decoded and checked: a proxy or a second redirect may decode once more than we do.
const MAX_DECODINGS = 3;

/** The path to return to after sign-in; anything that could leave this origin becomes "/". */
export function safeNextPath(value: string | null | undefined, origin = window.location.origin): string {
  if (!value || !isLocal(value)) return HOME;
  const url = parse(value, origin);
  // "/..//host" passes as text and only turns into "//host" once the dots are resolved.
  if (!url || url.origin !== origin || url.pathname.startsWith("//") || isSignIn(url.pathname)) return HOME;
  return url.pathname + url.search + url.hash;
}

function isLocal(value: string): boolean {
  let path = value.split(/[?#]/, 1)[0] ?? "";
  for (let count = 0; count <= MAX_DECODINGS; count += 1) {
    if (!isLocalPath(path)) return false;
    const decoded = decode(path);
    if (decoded === null) return false;
    if (decoded === path) return !hasControlCharacter(value);
    path = decoded;
  }
  return false;
}

function isLocalPath(path: string): boolean {
  return path.startsWith("/") && !path.startsWith("//") && !path.includes("\\") && !hasControlCharacter(path);
}

function hasControlCharacter(text: string): boolean {
  return [...text].some((character) => character < " " || character === "\u007f");
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function parse(value: string, origin: string): URL | null {
  try {
    return new URL(value, origin);
  } catch {
    return null;
  }
}

// Returning to the sign-in page would be a loop.
function isSignIn(pathname: string): boolean {
  return pathname === "/sign-in" || pathname.startsWith("/sign-in/");
}
