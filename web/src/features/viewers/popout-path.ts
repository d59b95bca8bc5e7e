import type { Card } from "./viewers.queries";

/** The address of a card of its own. */
export function popoutPath({ channelId, provider, viewerId }: Card): string {
  return `/popout/channels/${channelId}/viewers/${encodeURIComponent(provider)}/${encodeURIComponent(viewerId)}`;
}
