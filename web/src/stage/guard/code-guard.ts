import { deleteStopped, readStopped, storeStopped } from "./stopped-code";

/** Decides whether custom code runs: code that blocked the browser waits for "Run again", or in OBS for an edit. */
export class CodeGuard {
  private worker: Worker | undefined;
  /** True in the editor after a stop, until the user presses "Run again": half-typed code may loop again. */
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

  /** In the editor, stores code whose frame does not answer, so that it waits for "Run again"; in OBS does nothing. */
  async stop(code: string): Promise<void> {
    if (!this.isPreview) return;
    this.isStopped = true;
    await storeStopped(this.widgetId, code);
    this.onStopped();
  }

  /** Lets stopped code run again; called when the user presses "Run again" in the editor. */
  async release(): Promise<void> {
    this.isStopped = false;
    await deleteStopped(this.widgetId);
  }

  /** Has a worker store the code if the code blocks this page; resolves once the worker watches, or if it cannot. */
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
