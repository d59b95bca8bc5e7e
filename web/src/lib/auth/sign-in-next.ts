const KEY = "greenroom.sign-in-next";

/** Stores the path to open after sign-in: a platform's response to a rejected sign-in does not contain the path. */
export function saveSignInNext(next: string): void {
  sessionStorage.setItem(KEY, next);
}

export function readSignInNext(): string | null {
  return sessionStorage.getItem(KEY);
}

export function clearSignInNext(): void {
  sessionStorage.removeItem(KEY);
}
