const KEY = "greenroom.sign-in-next";

/** Stores where to go after a sign-in in this tab: the response to a rejected sign-in does not contain it. */
export function saveSignInNext(next: string): void {
  sessionStorage.setItem(KEY, next);
}

export function readSignInNext(): string | null {
  return sessionStorage.getItem(KEY);
}

export function clearSignInNext(): void {
  sessionStorage.removeItem(KEY);
}
