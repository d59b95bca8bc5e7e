import { useMergedRef } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { ApiError } from "../../api/errors";
import { useModerationLive } from "../../session/moderation-log";
import { EmptyState } from "../../ui/empty-state";
import { useKeepFocus } from "../../ui/focus/use-keep-focus";
import { ErrorPanel } from "../../ui/page/error-panel";
import { CardHeader, type Pin } from "./card/card-header";
import { CardSkeleton } from "./card/card-skeleton";
import { ViewerFacts } from "./card/viewer-facts";
import { ViewerIdentity } from "./card/viewer-identity";
import { ViewerPoints } from "./card/viewer-points";
import { ViewerTabs } from "./card/viewer-tabs";
import { NoteForm } from "./history/note-form";
import { LinkedAccounts } from "./links/linked-accounts";
import { ModerationPanel, shortcutOf } from "./moderation/moderation-panel";
import { useViewerModeration } from "./moderation/use-viewer-moderation";
import classes from "./viewer-card.module.css";
import { type Card, type Viewer, viewerQuery } from "./viewers.queries";

interface ViewerCardProps {
  channelId: string;
  provider: string;
  viewerId: string;
  /** The chat from which the card was opened; selected if the channel has several on the platform. */
  connectionId?: string | undefined;
  /** How often the card was opened; the card takes the focus whenever this changes. */
  openCount?: number | undefined;
  /** State of the pin button; undefined where only one card is shown. */
  pin?: Pin | undefined;
  /** Undefined if the card is the whole page. */
  onClose?: (() => void) | undefined;
  /** Opens the card of a linked account; by default in a popup. */
  onOpenViewer?: ((provider: string, viewerId: string) => void) | undefined;
}

export function ViewerCard(props: ViewerCardProps) {
  const { channelId, provider, viewerId, onClose, pin } = props;
  const card = { channelId, provider, viewerId };
  useModerationLive(channelId);
  const { data, error, refetch, isFetching } = useQuery(viewerQuery(card));
  const isUnknown = error instanceof ApiError && error.status === 404;
  return (
    <section className={classes["card"]} aria-label={data ? `Viewer card, ${data.name}` : "Viewer card"}>
      <CardHeader card={card} onClose={onClose} pin={pin} />
      {isUnknown && !data && <EmptyState title="Viewer not found" about="They haven't chatted in this channel yet." />}
      {error && !data && !isUnknown && (
        <div className={classes["body"]}>
          <ErrorPanel isBare error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        </div>
      )}
      {!error && !data && <CardSkeleton />}
      {data && <OpenCard {...props} card={card} viewer={data} />}
    </section>
  );
}

function OpenCard({
  card,
  viewer,
  connectionId,
  openCount,
  onClose,
  onOpenViewer,
}: ViewerCardProps & { card: Card; viewer: Viewer }) {
  const moderation = useViewerModeration(card, viewer, connectionId);
  const root = useRef<HTMLDivElement>(null);
  const keep = useKeepFocus();
  // The shortcuts work only while the card has the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the card is opened.
  useEffect(() => root.current?.focus({ preventScroll: true }), [openCount]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === "Escape" && onClose && event.currentTarget.contains(asNode(event.target))) return onClose();
    const press = shortcutOf(event);
    if (press === null) return;
    event.preventDefault();
    if (press === "ban") moderation.ban();
    else moderation.timeOut(press);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a card is not a fieldset, and its shortcuts need a key handler.
    <div
      ref={useMergedRef(root, keep)}
      className={classes["open"]}
      role="group"
      aria-label={viewer.name}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <div className={classes["body"]}>
        <ViewerIdentity card={card} viewer={viewer} />
        <LinkedAccounts card={card} viewer={viewer} onOpenViewer={onOpenViewer} />
        <ModerationPanel card={card} viewer={viewer} moderation={moderation} />
        <ViewerPoints card={card} viewer={viewer} />
        <ViewerFacts card={card} viewer={viewer} />
        <ViewerTabs card={card} viewer={viewer} />
      </div>
      <NoteForm card={card} />
    </div>
  );
}

function asNode(target: EventTarget): Node | null {
  return target instanceof Node ? target : null;
}
