import { element, setCssVariables, shade } from "../dom";
import { platformMark } from "../platform-mark";
import type { Renderer, SettingsOf, Stream } from "../stage-types";

const NUMBER = new Intl.NumberFormat("en");
const SAMPLES = [2_914, 1_206, 503, 189];

export function mountViewerCount(root: HTMLElement, settings: SettingsOf["viewer_count"]): Renderer {
  const box = element("div", "viewers");
  setCssVariables(box, { "text-size": `${settings.text_size}px`, shade: shade(settings.background_percent) });
  root.append(box);
  const streams = new Map<string, Stream>();
  const providers = new Set<string>(settings.providers);
  const paint = (shown: Iterable<Stream>) => box.replaceChildren(...countNodes(shown, settings, providers));
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    state: ({ streams: listed = [] }) => {
      streams.clear();
      for (const stream of listed) streams.set(stream.id, stream);
      paint(streams.values());
    },
    current: () => ({ streams: [...streams.values()] }),
    event: (event) => {
      if (event.type !== "stream") return;
      const known = streams.get(event.data.id);
      // Messages of two processes may arrive in another order.
      if (known && known.revision > event.data.revision) return;
      if (event.action === "deleted") streams.delete(event.data.id);
      else streams.set(event.data.id, event.data);
      paint(streams.values());
    },
    test: () => {
      clearTimeout(timer);
      paint(sampleStreams(settings));
      timer = setTimeout(() => paint(streams.values()), 5_000);
    },
    destroy: () => clearTimeout(timer),
  };
}

function sampleStreams(settings: SettingsOf["viewer_count"]): Stream[] {
  const providers = settings.providers.length > 0 ? settings.providers : ["twitch", "youtube", "kick", "tiktok"];
  return providers.map((provider, at) => ({
    id: provider,
    revision: 0,
    provider,
    is_live: true,
    viewers: SAMPLES[at] ?? 42,
  }));
}

function countNodes(
  streams: Iterable<Stream>,
  settings: SettingsOf["viewer_count"],
  providers: ReadonlySet<string>,
): Node[] {
  const totals = new Map<string, number>();
  for (const { provider, is_live, viewers } of streams) {
    if (!is_live || viewers === null || (providers.size > 0 && !providers.has(provider))) continue;
    const place = settings.layout === "total" ? "" : provider;
    totals.set(place, (totals.get(place) ?? 0) + viewers);
  }
  return [...totals].map(([provider, viewers]) => {
    const item = element("span", "viewers-platform");
    if (provider) item.append(platformMark("viewers-icon", provider));
    item.append(element("span", "viewers-number", NUMBER.format(viewers)));
    return item;
  });
}
