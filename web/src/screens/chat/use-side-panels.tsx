import {
  type Dispatch,
  lazy,
  type ReactNode,
  type SetStateAction,
  Suspense,
  useCallback,
  useEffect,
  useState,
} from "react";
import { useLocation } from "react-router";
import type { ChatLine } from "../../api/chat";
import { loadScreen } from "../../lib/reload-guard";
import { viewerToOpen } from "../../session/open-viewer";
import { SkeletonRows } from "../../ui/skeleton-rows";
import { CardContainer, useIsDocked } from "./card-container";
import classes from "./chat-screen.module.css";
import { closeCard, NO_CARDS, type OpenCard, openCard, togglePin } from "./open-cards";

// Loaded on first use.
const ViewerCard = lazy(() =>
  loadScreen(async () => ({ default: (await import("../../features/viewers/viewer-card")).ViewerCard })),
);
const WhyDialog = lazy(() =>
  loadScreen(async () => ({ default: (await import("../../features/why/why-dialog")).WhyDialog })),
);
const ModerationLog = lazy(() =>
  loadScreen(async () => ({ default: (await import("../../features/moderation/moderation-log")).ModerationLog })),
);
const ModerationOptions = lazy(() =>
  loadScreen(async () => ({
    default: (await import("../../features/moderation/moderation-options")).ModerationOptions,
  })),
);

interface OpenOptions {
  line: ChatLine;
  button: DOMRect;
}

export interface SidePanels {
  openViewer: (provider: string, viewerId: string) => void;
  /** Opens the card of the line's author, with the connection that the line came from. */
  openAuthor: (line: ChatLine) => void;
  explain: (line: ChatLine) => void;
  /** Opens the options to time out, warn or ban the author of a line, beside the pressed button. */
  openOptions: (line: ChatLine, button: DOMRect) => void;
  openLog: () => void;
  content: ReactNode;
}

/** Viewer cards, why dialog, moderation options and moderation log, beside or over the chat. */
export function useSidePanels(channelId: string, { isPane }: { isPane: boolean }): SidePanels {
  const [cards, setCards] = useState(NO_CARDS);
  const [explained, setExplained] = useState<ChatLine | null>(null);
  const [isLogOpen, setIsLogOpen] = useState(false);
  const [options, setOptions] = useState<OpenOptions | null>(null);
  const openViewer = useCallback(
    (provider: string, viewerId: string) => setCards((open) => openCard(open, { provider, viewerId })),
    [],
  );
  useViewerOfNavigation(openViewer);
  const openAuthor = useCallback(({ provider, author, connection_id: connectionId }: ChatLine) => {
    if (author) setCards((open) => openCard(open, { provider, viewerId: author.id, connectionId }));
  }, []);
  const content = (
    <>
      <Cards {...{ channelId, cards, isPane }} onChange={setCards} onOpenViewer={openViewer} />
      <Suspense>
        {explained && <WhyDialog channelId={channelId} line={explained} onClose={() => setExplained(null)} />}
        {options && <ModerationOptions channelId={channelId} {...options} onClose={() => setOptions(null)} />}
        {isLogOpen && (
          <ModerationLog channelId={channelId} onClose={() => setIsLogOpen(false)} onOpenViewer={openViewer} />
        )}
      </Suspense>
    </>
  );
  const openOptions = (line: ChatLine, button: DOMRect) => setOptions({ line, button });
  return { openViewer, openAuthor, explain: setExplained, openOptions, openLog: () => setIsLogOpen(true), content };
}

/** Opens the card that a navigation to this screen asks for. */
function useViewerOfNavigation(open: (provider: string, viewerId: string) => void): void {
  const { state, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation opens the card, also a repeated one
  useEffect(() => {
    const viewer = viewerToOpen(state);
    if (viewer) open(viewer.provider, viewer.viewerId);
  }, [key, state, open]);
}

interface CardsProps {
  channelId: string;
  cards: readonly OpenCard[];
  isPane: boolean;
  onChange: Dispatch<SetStateAction<readonly OpenCard[]>>;
  onOpenViewer: (provider: string, viewerId: string) => void;
}

/** All cards beside the chat; on narrow screens and in a pane only the last one, over the chat and without a pin. */
function Cards({ channelId, cards, isPane, onChange, onOpenViewer }: CardsProps) {
  const isDocked = useIsDocked() && !isPane;
  const shown = (isDocked ? cards : cards.slice(-1)).map(({ slot, viewer, isPinned, openCount }) => {
    const close = () => onChange((open) => closeCard(open, viewer));
    const pin = { isPinned, onToggle: () => onChange((open) => togglePin(open, viewer)) };
    return (
      <CardContainer key={slot} viewer={viewer} openCount={openCount} isDocked={isDocked} onClose={close}>
        <Suspense fallback={<SkeletonRows label="Loading viewer card" />}>
          <ViewerCard
            key={`${viewer.provider}:${viewer.viewerId}`}
            channelId={channelId}
            {...viewer}
            openCount={openCount}
            {...(isDocked && { pin })}
            onClose={close}
            onOpenViewer={onOpenViewer}
          />
        </Suspense>
      </CardContainer>
    );
  });
  // Rendered even if a drawer has the cards, so that the container stays and returns the focus when the window gets wider.
  return (
    <div className={classes["cards"]} data-beside-chat>
      {shown}
    </div>
  );
}
