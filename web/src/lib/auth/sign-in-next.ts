const KEY = "greenroom.sign-in-next";

/** Remembers the target of a sign-in in this tab: a refused sign-in does not carry it back. */
export function saveSignInNext(next: string): void {
  sessionStorage.setItem(KEY, next);
}

export function readSignInNext(): string | null {
  return sessionStorage.getItem(KEY);
}

export function clearSignInNext(): void {
  sessionStorage.removeItem(KEY);
}
