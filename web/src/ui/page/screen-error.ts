/** Thrown while a screen renders: the router's error page shows its status and text. */
export class ScreenError extends Error {
  constructor(
    readonly status: number,
    readonly statusText: string,
    readonly hint?: string,
  ) {
    super(`${status} ${statusText}`);
    this.name = "ScreenError";
  }
}
