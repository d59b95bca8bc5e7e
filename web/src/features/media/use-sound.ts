import { useEffect, useRef, useState } from "react";

/** Plays one sound, and stops it when the component unmounts. */
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
