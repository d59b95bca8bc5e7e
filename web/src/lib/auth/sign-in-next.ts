const KEY = "greenroom.sign-in-next";

/** Stores where to go after a sign-in in this tab: a rejected sign-in does not return it. */
export function saveSignInNext(next: string): void {
  sessionStorage.setItem(KEY, next);
}

export function readSignInNext(): string | null {
  return sessionStorage.getItem(KEY);
}

export function clearSignInNext(): void {
  sessionStorage.removeItem(KEY);
}
