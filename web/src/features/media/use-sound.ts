import { useEffect, useRef, useState } from "react";

/** Starts and stops a sound with `toggle`; unmounting the component stops the sound too. */
export function useSound(path: string) {
  const [isPlaying, setPlaying] = useState(false);
  const playing = useRef<HTMLAudioElement>(null);

  function stop() {
    playing.current?.pause();
    playing.current = null;
    setPlaying(false);
  }

  function play() {
    const audio = new Audio(path);
    playing.current = audio;
    audio.onended = stop;
    setPlaying(true);
    audio.play().catch(stop);
  }

  useEffect(() => () => playing.current?.pause(), []);
  return { isPlaying, toggle: isPlaying ? stop : play };
}
