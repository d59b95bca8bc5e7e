import { useCallback, useEffect, useRef, useState } from "react";
import { playTone } from "./tone";

// Activities that arrive together play one sound.
const MIN_INTERVAL_MS = 400;

export interface Chime {
  /** Whether the browser blocks the sound until the first click or key press in the page. */
  isBlocked: boolean;
  /** Plays at a volume from 0 to 100. */
  play: (volume: number) => void;
}

export function useChime(isOn: boolean): Chime {
  const audio = useRef<AudioContext | null>(null);
  const lastAt = useRef(Number.NEGATIVE_INFINITY);
  const [isBlocked, setIsBlocked] = useState(false);
  useEffect(() => {
    if (!isOn || !("AudioContext" in globalThis)) return;
    const context = new AudioContext();
    audio.current = context;
    const update = () => setIsBlocked(context.state !== "running" && !navigator.userActivation?.hasBeenActive);
    const resume = () => void context.resume();
    update();
    context.addEventListener("statechange", update);
    document.addEventListener("pointerdown", resume);
    document.addEventListener("keydown", resume);
    return () => {
      audio.current = null;
      setIsBlocked(false);
      context.removeEventListener("statechange", update);
      document.removeEventListener("pointerdown", resume);
      document.removeEventListener("keydown", resume);
      void context.close();
    };
  }, [isOn]);
  const play = useCallback((volume: number) => {
    const context = audio.current;
    if (context?.state !== "running" || performance.now() - lastAt.current < MIN_INTERVAL_MS) return;
    lastAt.current = performance.now();
    playTone(context, volume);
  }, []);
  return { isBlocked, play };
}
