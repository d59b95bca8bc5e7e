const KEY = "greenroom.sign-in-next";

/** Keeps where a sign-in leads to for this tab: a platform that sends the person back refused does not know it. */
export function saveSignInNext(next: string): void {
  sessionStorage.setItem(KEY, next);
}

export function readSignInNext(): string | null {
  return sessionStorage.getItem(KEY);
}

export function clearSignInNext(): void {
  sessionStorage.removeItem(KEY);
}
