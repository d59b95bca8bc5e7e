import { forgetStopped, readStopped, rememberStopped } from "./stopped-code";

/** Decides whether custom HTML runs: code that blocked this browser, or stopped in the editor, waits for a change. */
export class CodeGuard {
  private worker: Worker | undefined;
  /** In the editor nothing runs after a stop until the editor asks for it: a loop that is half typed would stop again. */
  private isWaiting = false;

  constructor(
    private readonly widgetId: string,
    private readonly isPreview: boolean,
    private readonly onStopped: () => void,
  ) {}

  async mayRun(code: string): Promise<boolean> {
    if (this.isWaiting || (await readStopped(this.widgetId)) === code) {
      this.isWaiting = this.isPreview;
      this.onStopped();
      return false;
    }
    await this.watch(code);
    return true;
  }

  /** Called when the frame no longer answers and was removed. On stream the next load of the page tries the code again. */
  async stop(code: string): Promise<void> {
    if (!this.isPreview) return;
    this.isWaiting = true;
    await rememberStopped(this.widgetId, code);
    this.onStopped();
  }

  async release(): Promise<void> {
    this.isWaiting = false;
    await forgetStopped(this.widgetId);
  }

  /** Resolves when the watchdog knows the code: only then it may run. */
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
