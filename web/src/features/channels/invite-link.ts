const INVITE_PATH = /^\/channel-invite\/[^/]+\/?$/;

type InviteLink = { path: string } | { problem: string };

/** The path of a pasted invitation link, or why it is invalid. */
export function readInviteLink(text: string, origin = window.location.origin): InviteLink {
  const url = parse(text.trim(), origin);
  if (!url || !INVITE_PATH.test(url.pathname)) {
    return { problem: "This is not an invitation. Paste the whole link that you were sent." };
  }
  if (url.origin !== origin) return { problem: `This invitation belongs to ${url.host}. Open it there.` };
  if (!new URLSearchParams(url.hash.slice(1)).get("token")) {
    return { problem: "The end of the link is missing. Copy all of it, with the part after #token=." };
  }
  return { path: url.pathname + url.hash };
}

function parse(text: string, origin: string): URL | null {
  try {
    return new URL(text, origin);
  } catch {
    return null;
  }
}
