import type { Activity } from "./feed/activity-types";

const WINDOW_FEATURES = "popup,width=420,height=800";

export function openFeedPopout(channelId: string): void {
  window.open(`/popout/channels/${channelId}/activity-feed`, "_blank", WINDOW_FEATURES);
}

/** Opens the viewer card in its own window. */
export function openViewerPopout(channelId: string, { provider, viewer_id: viewerId }: Activity): void {
  const path = [provider, viewerId].map(encodeURIComponent).join("/");
  window.open(`/popout/channels/${channelId}/viewers/${path}`, "_blank", WINDOW_FEATURES);
}
