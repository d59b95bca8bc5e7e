import { element, picture, setCssVariables, shade } from "../dom";
import type { Renderer, SettingsOf, Song } from "../stage-types";

const SAMPLE: Song = {
  title: "Slow Tide",
  artists: ["Marrow & Pine"],
  picture_url: "",
  duration_ms: 184_000,
  progress_ms: 42_000,
};

export function mountNowPlaying(root: HTMLElement, settings: SettingsOf["now_playing"]): Renderer {
  const box = element("div", "song");
  setCssVariables(box, { "text-size": `${settings.text_size}px`, shade: shade(settings.background_percent) });
  root.append(box);
  let last: Song | null = null;
  const show = (song: Song | null) => {
    box.hidden = !song;
    box.replaceChildren(...(song ? songNodes(song, settings) : []));
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    state: ({ song = null }) => {
      last = song;
      show(song);
    },
    event: () => undefined,
    test: () => {
      clearTimeout(timer);
      show(SAMPLE);
      timer = setTimeout(() => show(last), 5_000);
    },
    destroy: () => clearTimeout(timer),
  };
}

function songNodes(song: Song, settings: SettingsOf["now_playing"]): Node[] {
  const words = element("div", "song-words");
  words.append(element("div", "song-title", song.title), element("div", "song-artist", song.artists.join(", ")));
  const nodes: Node[] = [words];
  const image = settings.has_picture ? picture("song-picture", song.picture_url) : null;
  if (image) nodes.unshift(image);
  if (settings.has_progress && song.duration_ms > 0) {
    const bar = element("div", "song-progress");
    // The style sheet moves the bar to its end in the time that is left.
    setCssVariables(bar, {
      start: `${(song.progress_ms / song.duration_ms) * 100}%`,
      left: `${song.duration_ms - song.progress_ms}ms`,
    });
    nodes.push(bar);
  }
  return nodes;
}
