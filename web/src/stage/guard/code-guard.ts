import { deleteStopped, readStopped, storeStopped } from "./stopped-code";

/** Decides whether custom HTML runs: code that blocked the browser runs again once it changed, or after "Run again". */
export class CodeGuard {
  private worker: Worker | undefined;
  /** In the editor no code runs after a stop until the user presses "Run again": half-typed code may loop again. */
  private isStopped = false;

  constructor(
    private readonly widgetId: string,
    private readonly isPreview: boolean,
    private readonly onStopped: () => void,
  ) {}

  async mayRun(code: string): Promise<boolean> {
    if (this.isStopped || (await readStopped(this.widgetId)) === code) {
      this.isStopped = this.isPreview;
      this.onStopped();
      return false;
    }
    await this.watch(code);
    return true;
  }

  /** Called after a frame that does not answer was removed. On stream the next load of the page runs the code again. */
  async stop(code: string): Promise<void> {
    if (!this.isPreview) return;
    this.isStopped = true;
    await storeStopped(this.widgetId, code);
    this.onStopped();
  }

  /** Called when the user presses "Run again" in the editor. */
  async release(): Promise<void> {
    this.isStopped = false;
    await deleteStopped(this.widgetId);
  }

  /** Resolves when the watchdog watches the code, or cannot run in this browser: only then the code may run. */
  private watch(code: string): Promise<void> {
    if (typeof Worker === "undefined") return Promise.resolve();
    this.worker ??= new Worker(new URL("./watchdog.worker.ts", import.meta.url), { type: "module" });
    const { worker } = this;
    return new Promise((resolve) => {
      worker.onmessage = ({ data }) => {
        if (data === "watching") resolve();
        else worker.postMessage("pong");
      };
      worker.onerror = () => resolve();
      worker.postMessage({ widgetId: this.widgetId, code });
    });
  }
}
