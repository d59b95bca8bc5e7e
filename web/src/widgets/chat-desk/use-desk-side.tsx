import { lazy, type ReactNode, Suspense, useCallback, useState } from "react";
import type { ChatLine } from "../../api/chat";
import { loadScreen } from "../../lib/reload-guard";
import { SkeletonRows } from "../../ui/skeleton-rows";
import { CardPlace, type OpenViewer } from "./card-place";

// Nobody needs them to read along: each is loaded when it is first asked for.
const ViewerCard = lazy(() =>
  loadScreen(async () => ({ default: (await import("../../features/viewers/viewer-card")).ViewerCard })),
);
const WhyDialog = lazy(() =>
  loadScreen(async () => ({ default: (await import("../../features/why/why-dialog")).WhyDialog })),
);
const ModerationLog = lazy(() =>
  loadScreen(async () => ({ default: (await import("../../features/moderation/moderation-log")).ModerationLog })),
);

export interface DeskSide {
  openViewer: (provider: string, viewerId: string) => void;
  /** The one who said a line, in the chat where it was said. */
  openAuthor: (line: ChatLine) => void;
  explain: (line: ChatLine) => void;
  openLog: () => void;
  content: ReactNode;
}

/** What opens beside or over the chat: a viewer's card, the reasons of a line, the moderation log. */
export function useDeskSide(channelId: string): DeskSide {
  const [viewer, setViewer] = useState<OpenViewer | null>(null);
  const [asked, setAsked] = useState<ChatLine | null>(null);
  const [isLogOpen, setIsLogOpen] = useState(false);
  const openViewer = useCallback((provider: string, viewerId: string) => setViewer({ provider, viewerId }), []);
  const openAuthor = useCallback(({ provider, author, connection_id: connectionId }: ChatLine) => {
    if (author) setViewer({ provider, viewerId: author.id, connectionId });
  }, []);
  const closeViewer = () => setViewer(null);
  const content = (
    <>
      {viewer && (
        <CardPlace viewer={viewer} onClose={closeViewer}>
          <Suspense fallback={<SkeletonRows label="Loading the viewer card" />}>
            <ViewerCard
              key={`${viewer.provider}:${viewer.viewerId}`}
              channelId={channelId}
              {...viewer}
              onClose={closeViewer}
              onOpenViewer={openViewer}
            />
          </Suspense>
        </CardPlace>
      )}
      <Suspense>
        {asked && <WhyDialog channelId={channelId} line={asked} onClose={() => setAsked(null)} />}
        {isLogOpen && (
          <ModerationLog channelId={channelId} onClose={() => setIsLogOpen(false)} onOpenViewer={openViewer} />
        )}
      </Suspense>
    </>
  );
  return { openViewer, openAuthor, explain: setAsked, openLog: () => setIsLogOpen(true), content };
}
