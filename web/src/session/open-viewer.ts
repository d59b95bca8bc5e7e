/** The viewer whose card the chat screen opens, in the state of a navigation. */
export interface ViewerToOpen {
  provider: string;
  viewerId: string;
}

export function openViewerState(viewer: ViewerToOpen): { openViewer: ViewerToOpen } {
  return { openViewer: viewer };
}

/** The viewer in the state of a navigation, or null; checked, because another version of the page may have set it. */
export function viewerToOpen(state: unknown): ViewerToOpen | null {
  const viewer = (state as { openViewer?: Partial<ViewerToOpen> } | null)?.openViewer;
  const { provider, viewerId } = viewer ?? {};
  return typeof provider === "string" && typeof viewerId === "string" ? { provider, viewerId } : null;
}
