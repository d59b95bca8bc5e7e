import { forgetStopped, readStopped, rememberStopped } from "./stopped-code";

/** Decides whether own code runs: code that ran for ever is not run again in this browser until it is changed. */
export class CodeGuard {
  private worker: Worker | undefined;
  /** In the editor nothing runs after a stop until the editor asks for it: half of a loop is typed at a time. */
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

  /** The frame of the code answers no more, and is removed. On stream the next load of the page tries it again. */
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
