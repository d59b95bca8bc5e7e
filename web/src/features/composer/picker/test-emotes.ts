import type { Emote } from "../menu/menu-items";

export function emote(name: string, source: string, providers: string[], overrides: Partial<Emote> = {}): Emote {
  return {
    id: name,
    name,
    source,
    providers,
    url: `/${name}.webp`,
    large_url: "",
    width: 28,
    height: 28,
    is_animated: false,
    is_modifier: false,
    is_zero_width: false,
    ...overrides,
  };
}
