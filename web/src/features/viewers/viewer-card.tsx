import { useMergedRef } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { ApiError } from "../../api/errors";
import { useModerationLive } from "../../session/moderation-log";
import { EmptyState } from "../../ui/empty-state";
import { ErrorPanel } from "../../ui/page/error-panel";
import { useFocusKept } from "../../ui/focus/use-focus-kept";
import { CardBar, type Pin } from "./card/card-header";
import { CardSkeleton } from "./card/card-skeleton";
import { ViewerFacts } from "./card/viewer-facts";
import { ViewerHead } from "./card/viewer-identity";
import { ViewerTabs } from "./card/viewer-tabs";
import { NoteForm } from "./history/note-form";
import { SamePerson } from "./links/linked-accounts";
import { keyOfPress, SendOutPanel } from "./moderation/moderation-panel";
import { useSendOutDesk } from "./moderation/use-viewer-moderation";
import classes from "./viewer-card.module.css";
import { type Card, type Viewer, viewerQuery } from "./viewers.queries";

interface ViewerCardProps {
  channelId: string;
  provider: string;
  viewerId: string;
  /** Where they were met; preferred where a channel has two chats of one platform. */
  connectionId?: string | undefined;
  /** How often it was asked for: each time it takes the focus. */
  asked?: number | undefined;
  /** Left out where no other card can stand beside it. */
  pin?: Pin | undefined;
  /** Left out where the card is the whole page. */
  onClose?: (() => void) | undefined;
  /** Leads to another account of the same person; without it, that account's own page is opened. */
  onOpenViewer?: ((provider: string, viewerId: string) => void) | undefined;
}

/** Everything about one viewer, and what can be done with them. */
export function ViewerCard(props: ViewerCardProps) {
  const { channelId, provider, viewerId, onClose, pin } = props;
  const card = { channelId, provider, viewerId };
  useModerationLive(channelId);
  const { data, error, refetch, isFetching } = useQuery(viewerQuery(card));
  const isUnknown = error instanceof ApiError && error.status === 404;
  return (
    <section className={classes["card"]} aria-label={data ? `Viewer card, ${data.name}` : "Viewer card"}>
      <CardBar card={card} onClose={onClose} pin={pin} />
      {isUnknown && !data && (
        <EmptyState title="Nobody of this name" about="They have not written in this channel's chat yet." />
      )}
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
  asked,
  onClose,
  onOpenViewer,
}: ViewerCardProps & { card: Card; viewer: Viewer }) {
  const desk = useSendOutDesk(card, viewer, connectionId);
  const root = useRef<HTMLDivElement>(null);
  const keep = useFocusKept();
  // Its keys work while it has the focus: so it takes it when it opens, and when somebody opens it again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what counts is that it was asked for, not how often.
  useEffect(() => root.current?.focus({ preventScroll: true }), [asked]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === "Escape" && onClose && event.currentTarget.contains(asNode(event.target))) return onClose();
    const press = keyOfPress(event);
    if (press === null) return;
    event.preventDefault();
    if (press === "ban") desk.ban();
    else desk.timeOut(press);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a card is no set of form fields, and its keys need a place to be heard.
    <div
      ref={useMergedRef(root, keep)}
      className={classes["open"]}
      role="group"
      aria-label={viewer.name}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <div className={classes["body"]}>
        <ViewerHead card={card} viewer={viewer} />
        <SamePerson card={card} viewer={viewer} onOpenViewer={onOpenViewer} />
        <SendOutPanel card={card} viewer={viewer} desk={desk} />
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
