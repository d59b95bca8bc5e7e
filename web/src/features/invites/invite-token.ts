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
