import { element } from "../dom";
import { sampleActivity, sampleLine } from "../samples";
import type { Renderer, SettingsOf, Tools } from "../stage-types";

type Settings = SettingsOf["custom_html"];

const FRAME = "/widget-frame";
const PING_MS = 2_000;
// Pings that a frame may leave unanswered: no script should block its page for that long.
const MAX_UNANSWERED = 3;

/** Custom code in a frame of another origin, without network, new windows or access to this page. */
class CustomCode {
  private readonly frame = element("iframe", "custom");
  private readonly code: string;
  private isLoaded = false;
  private isEnded = false;
  private unanswered = 0;
  private waiting: object[] = [];
  private watch: ReturnType<typeof setInterval> | undefined;

  constructor(
    private readonly root: HTMLElement,
    private readonly settings: Settings,
    private readonly tools: Tools,
  ) {
    const { html, css, script } = settings;
    this.code = JSON.stringify([html, css, script]);
    // Not `allow-same-origin`: the frame's origin is opaque.
    this.frame.setAttribute("sandbox", "allow-scripts");
    this.frame.src = FRAME;
    void this.start();
  }

  pass(name: string, value: unknown): void {
    const message = { type: "event", name, value };
    if (this.isLoaded) this.send(message);
    else this.waiting = [...this.waiting.slice(-99), message];
  }

  end(): void {
    this.isEnded = true;
    clearInterval(this.watch);
    window.removeEventListener("message", this.receive);
    this.frame.remove();
  }

  private async start(): Promise<void> {
    if (!(await this.tools.guard.mayRun(this.code)) || this.isEnded) return;
    window.addEventListener("message", this.receive);
    this.root.append(this.frame);
    this.watch = setInterval(() => this.ping(), PING_MS);
  }

  private readonly receive = ({ source, data }: MessageEvent) => {
    if (source !== this.frame.contentWindow) return;
    this.unanswered = 0;
    if (data?.type !== "ready" || this.isLoaded) return;
    this.isLoaded = true;
    const { html, css, script } = this.settings;
    this.send({ type: "load", html, css, script, fields: fieldsOf(this.settings) });
    for (const message of this.waiting) this.send(message);
    this.waiting = [];
  };

  private ping(): void {
    if (this.unanswered >= MAX_UNANSWERED) {
      this.onUnanswered();
      return;
    }
    this.unanswered += 1;
    this.send({ type: "ping" });
  }

  /** Removes the frame of code that runs for ever; if the frame has not loaded, it is loaded again. */
  private onUnanswered(): void {
    if (this.isLoaded) {
      this.end();
      void this.tools.guard.stop(this.code);
      return;
    }
    // The code has not started: another page may block the process of the frame.
    this.frame.remove();
    this.root.append(this.frame);
    this.unanswered = 0;
  }

  private send(message: object): void {
    this.frame.contentWindow?.postMessage(message, "*");
  }
}

export function mountCustomHtml(root: HTMLElement, settings: Settings, tools: Tools): Renderer {
  const code = new CustomCode(root, settings, tools);
  return {
    state: () => undefined,
    event: (event) => {
      if (event.type === "line") code.pass("message", event.line);
      else if (event.type === "removed" || event.type === "swept") code.pass(event.type, event);
      else if (event.type === "activity") code.pass("activity", event.activity);
    },
    test: (name) => {
      if (name === "message") code.pass("message", sampleLine("message", 1));
      else code.pass("activity", sampleActivity(name, 1));
    },
    destroy: () => code.end(),
  };
}

/** Values of the fields by key: a number or boolean for fields of the kind `number` or `switch`, else text. */
export function fieldsOf({ fields }: Settings): Record<string, string | number | boolean> {
  return Object.fromEntries(
    fields.map(({ key, kind, value }) => {
      if (kind === "number") return [key, Number(value)];
      return [key, kind === "switch" ? value === "true" : value];
    }),
  );
}
