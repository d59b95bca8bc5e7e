import { vi } from "vitest";

/** Stubs audio that is suspended until `resume` is called; returns the start times and gains of the notes played. */
export function stubAudio() {
  const started: number[] = [];
  const gains: number[] = [];
  class Audio extends EventTarget {
    state = "suspended";
    currentTime = 0;
    destination = {};
    resume() {
      this.state = "running";
      this.dispatchEvent(new Event("statechange"));
      return Promise.resolve();
    }
    close() {
      return Promise.resolve();
    }
  }
  class AudioNode {
    gain = { setValueAtTime: (value: number) => void gains.push(value), setTargetAtTime: () => undefined };
    connect(next: unknown) {
      return next;
    }
    start(at: number) {
      started.push(at);
    }
    stop() {}
  }
  vi.stubGlobal("AudioContext", Audio);
  vi.stubGlobal("OscillatorNode", AudioNode);
  vi.stubGlobal("GainNode", AudioNode);
  return { started, gains };
}
