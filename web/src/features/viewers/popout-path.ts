import type { Card } from "./viewers.queries";

export function popoutPath({ channelId, provider, viewerId }: Card): string {
  return `/popout/channels/${channelId}/viewers/${encodeURIComponent(provider)}/${encodeURIComponent(viewerId)}`;
}
