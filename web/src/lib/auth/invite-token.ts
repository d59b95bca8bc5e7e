const INVITE_PATH = /^\/channel-invite\/([^/?#]+)\/?$/;

const key = (inviteId: string) => `greenroom.invite.${inviteId}`;

export function tokenIn(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, "")).get("token");
}

/** Keeps the token of an invitation in this tab during sign-in. */
export function saveInviteToken(inviteId: string, hash: string): void {
  const token = tokenIn(hash);
  if (token) sessionStorage.setItem(key(inviteId), token);
}

export function inviteToken(inviteId: string): string | null {
  return sessionStorage.getItem(key(inviteId));
}

export function clearInviteToken(inviteId: string): void {
  sessionStorage.removeItem(key(inviteId));
}

export interface StoredInvite {
  id: string;
  token: string;
}

/** The invitation that a path leads to, with its token; null if there is none or this tab has not stored its token. */
export function inviteAt(path: string): StoredInvite | null {
  const id = INVITE_PATH.exec(path)?.[1];
  const token = id === undefined ? null : inviteToken(id);
  return id === undefined || token === null ? null : { id, token };
}
