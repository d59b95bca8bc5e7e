const KEY = "greenroom.sign-in-next";

/** Stores the path to open after sign-in, so that it is also known at a second try after a rejected sign-in. */
export function saveSignInNext(next: string): void {
  sessionStorage.setItem(KEY, next);
}

export function readSignInNext(): string | null {
  return sessionStorage.getItem(KEY);
}

export function clearSignInNext(): void {
  sessionStorage.removeItem(KEY);
}
