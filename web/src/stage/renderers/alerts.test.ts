import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { CodeGuard } from "../guard/code-guard";
import type { Alert, Renderer } from "../stage-types";
import { mountAlerts } from "./alerts";

function alert(id: string, changes: Partial<Alert> = {}): Alert {
  return {
    id,
    kind: "raid",
    provider: "twitch",
    text: [{ text: id, variable: "name" }, { text: " raids" }],
    message: [],
    image: "",
    video: "",
    sound: "",
    volume: 80,
    layout: "above",
    animation: "fade",
    duration_ms: 5_000,
    elapsed_ms: 0,
    speech: null,
    ...changes,
  };
}

const shown = vi.fn();
const guard = new CodeGuard("1", false, () => undefined);
let root: HTMLElement;
let alerts: Renderer;
const show = (one: Alert) => alerts.event({ type: "alert", alert: one });
const onScreen = () =>
  [...root.querySelectorAll(".alert:not([data-leaving]) .alert-text")].map((node) => node.textContent);

beforeEach(() => {
  vi.useFakeTimers();
  shown.mockReset();
  root = document.createElement("div");
  alerts = mountAlerts(root, { rules: [], gap_seconds: 1, text_size: 40, volume: 100 }, { reportShown: shown, guard });
});
afterEach(() => {
  alerts.destroy();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the order of alerts", () => {
  it("shows one alert at a time, and tells the server which one is shown", () => {
    show(alert("Ana"));
    show(alert("Bo"));
    expect(onScreen()).toEqual(["Ana raids"]);
    expect(shown.mock.calls).toEqual([["Ana"]]);
    vi.advanceTimersByTime(5_000);
    expect(onScreen()).toEqual(["Bo raids"]);
    vi.advanceTimersByTime(6_000);
    expect(root.querySelectorAll(".alert")).toHaveLength(0);
  });

  it("does not show an alert twice", () => {
    show(alert("Ana"));
    vi.advanceTimersByTime(6_000);
    show(alert("Ana"));
    alerts.state({ alert: alert("Ana") });
    expect(onScreen()).toEqual([]);
  });

  it("shows an alert for its remaining time after a reload, and none that is over", () => {
    alerts.state({ alert: alert("Ana", { elapsed_ms: 4_000 }) });
    expect(onScreen()).toEqual(["Ana raids"]);
    vi.advanceTimersByTime(1_000);
    expect(onScreen()).toEqual([]);
    alerts.state({ alert: alert("Bo", { elapsed_ms: 5_500 }) });
    expect(onScreen()).toEqual([]);
  });

  it("ends a skipped alert at once", () => {
    show(alert("Ana"));
    show(alert("Bo"));
    alerts.event({ type: "alert_ended", id: "Ana" });
    expect(onScreen()).toEqual(["Bo raids"]);
  });

  it("changes the text of an alert whose gift has grown", () => {
    show(alert("Ana"));
    alerts.event({ type: "alert_revised", alert: alert("Ana", { text: [{ text: "Ana gives 5" }] }) });
    expect(onScreen()).toEqual(["Ana gives 5"]);
  });

  it("shows and speaks a message that passed the filters later, and removes a message that was deleted", () => {
    const synthesis = { speak: vi.fn(), cancel: vi.fn() };
    vi.stubGlobal("speechSynthesis", synthesis);
    vi.stubGlobal(
      "SpeechSynthesisUtterance",
      class {
        constructor(readonly text: string) {}
      },
    );
    const revise = (one: Alert) => alerts.event({ type: "alert_revised", alert: one });
    show(alert("Ana"));
    const speech = { text: "hello", language: "", rate_percent: 100, volume: 80 };
    revise(alert("Ana", { message: [{ text: "hello" }], speech }));
    revise(alert("Ana", { text: [{ text: "Ana 2" }], message: [{ text: "hello" }], speech }));
    expect(root.querySelector(".alert-message")?.textContent).toBe("hello");
    expect(synthesis.speak.mock.calls).toEqual([[{ text: "hello", rate: 1, volume: 0.8 }]]);
    synthesis.cancel.mockClear();
    revise(alert("Ana"));
    expect(root.querySelector(".alert-message")).toBeNull();
    expect(synthesis.cancel).toHaveBeenCalledOnce();
  });
});

describe("an alert on screen", () => {
  it.each(["image", "video"])("shows an alert without its %s if that does not load", (medium) => {
    show(alert("Ana", { [medium]: "/media/gone" }));
    root.querySelector(".alert-media")?.dispatchEvent(new Event("error"));
    expect(root.querySelectorAll("img, video")).toHaveLength(0);
    expect(onScreen()).toEqual(["Ana raids"]);
  });

  it("gives variables their CSS class, and shows markup in them as text", () => {
    show(alert("<b>", { message: [{ text: "<script>", variable: "message" }] }));
    expect(root.querySelector(".alert-name")?.textContent).toBe("<b>");
    expect(root.querySelector(".alert-message")?.textContent).toBe("<script>");
    expect(root.querySelectorAll("b, script")).toHaveLength(0);
  });
});
