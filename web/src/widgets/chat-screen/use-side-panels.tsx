import { type Dispatch, lazy, type ReactNode, type SetStateAction, Suspense, useCallback, useState } from "react";
import type { ChatLine } from "../../api/chat";
import { loadScreen } from "../../lib/reload-guard";
import { SkeletonRows } from "../../ui/skeleton-rows";
import { CardPlace, useIsDocked } from "./card-container";
import classes from "./chat-screen.module.css";
import { closeCard, NO_CARDS, type OpenCard, openCard, togglePin } from "./open-cards";

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

/** What opens beside or over the chat: viewers' cards, the reasons of a line, the moderation log. */
export function useDeskSide(channelId: string): DeskSide {
  const [cards, setCards] = useState(NO_CARDS);
  const [asked, setAsked] = useState<ChatLine | null>(null);
  const [isLogOpen, setIsLogOpen] = useState(false);
  const openViewer = useCallback(
    (provider: string, viewerId: string) => setCards((open) => openCard(open, { provider, viewerId })),
    [],
  );
  const openAuthor = useCallback(({ provider, author, connection_id: connectionId }: ChatLine) => {
    if (author) setCards((open) => openCard(open, { provider, viewerId: author.id, connectionId }));
  }, []);
  const content = (
    <>
      <Cards channelId={channelId} cards={cards} onChange={setCards} onOpenViewer={openViewer} />
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

interface CardsProps {
  channelId: string;
  cards: readonly OpenCard[];
  onChange: Dispatch<SetStateAction<readonly OpenCard[]>>;
  onOpenViewer: (provider: string, viewerId: string) => void;
}

/** All of them beside the chat; over it the last, which is alone there and needs no pin. */
function Cards({ channelId, cards, onChange, onOpenViewer }: CardsProps) {
  const isDocked = useIsDocked();
  const shown = (isDocked ? cards : cards.slice(-1)).map(({ slot, viewer, isPinned, asked }) => {
    const close = () => onChange((open) => closeCard(open, viewer));
    const pin = { isPinned, onToggle: () => onChange((open) => togglePin(open, viewer)) };
    return (
      <CardPlace key={slot} viewer={viewer} asked={asked} isDocked={isDocked} onClose={close}>
        <Suspense fallback={<SkeletonRows label="Loading the viewer card" />}>
          <ViewerCard
            key={`${viewer.provider}:${viewer.viewerId}`}
            channelId={channelId}
            {...viewer}
            asked={asked}
            {...(isDocked && { pin })}
            onClose={close}
            onOpenViewer={onOpenViewer}
          />
        </Suspense>
      </CardPlace>
    );
  });
  // Empty where there are none, and where they stand over the chat: whoever makes the window wider finds them as they were.
  return (
    <div className={classes["cards"]} data-beside-chat>
      {shown}
    </div>
  );
}
