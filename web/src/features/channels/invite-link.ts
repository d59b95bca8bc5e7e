const INVITE_PATH = /^\/channel-invite\/[^/]+\/?$/;

type InviteLink = { path: string } | { problem: string };

/** The path of a pasted invitation link, or the reason why the link is invalid. */
export function readInviteLink(text: string, origin = window.location.origin): InviteLink {
  const url = parse(text.trim(), origin);
  if (!url || !INVITE_PATH.test(url.pathname)) {
    return { problem: "Not an invitation link. Paste the full link you received." };
  }
  if (url.origin !== origin) return { problem: `This invitation is for ${url.host}. Open it there.` };
  if (!new URLSearchParams(url.hash.slice(1)).get("token")) {
    return { problem: "The link is incomplete. Copy all of it, including the part after #token=." };
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
