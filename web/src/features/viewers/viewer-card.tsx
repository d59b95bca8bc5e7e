import { ActionIcon, Skeleton, TextInput, Tooltip, VisuallyHidden } from "@mantine/core";
import { useMergedRef } from "@mantine/hooks";
import { IconExternalLink, IconPin, IconPinFilled, IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { ApiError } from "../../api/errors";
import { platformName, usePlatforms } from "../../api/platforms";
import { openPopup } from "../../lib/auth/popup";
import { readDraft, saveDraft } from "../../lib/text/drafts";
import { useNow } from "../../lib/time/use-now";
import { useModerationLive } from "../../session/moderation-log";
import { Avatar } from "../../ui/avatar";
import { RoleBadges } from "../../ui/chat/role-badges";
import { EmptyState } from "../../ui/empty-state";
import { useKeepFocus } from "../../ui/focus/use-keep-focus";
import { KeyCap } from "../../ui/key-cap";
import { ErrorPanel } from "../../ui/page/error-panel";
import { PlatformIcon } from "../../ui/platform-icon";
import { SkeletonRows } from "../../ui/skeleton-rows";
import { ViewerFacts } from "./card/viewer-facts";
import { ViewerPoints } from "./card/viewer-points";
import { ViewerTabs } from "./card/viewer-tabs";
import { LinkedAccounts } from "./links/linked-accounts";
import { ModerationPanel, shortcutOf } from "./moderation/moderation-panel";
import { useViewerModeration } from "./moderation/use-viewer-moderation";
import { popoutPath } from "./popout-path";
import classes from "./viewer-card.module.css";
import { asAuthor, identityLine } from "./viewer-labels";
import { type Card, noteDraft, useAddNote, usePlatformFacts, type Viewer, viewerQuery } from "./viewers.queries";

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
    <section
      className="column bg-panel r-panel miw-0 mih-0 h-full"
      aria-label={data ? `Viewer card, ${data.name}` : "Viewer card"}
    >
      <CardHeader card={card} onClose={onClose} pin={pin} />
      {isUnknown && !data && <EmptyState title="Viewer not found" about="They haven't chatted in this channel yet." />}
      {error && !data && !isUnknown && (
        <div className="grow mih-0 pb-16 px-16 scrolls">
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
      className="column grow mih-0"
      role="group"
      aria-label={viewer.name}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <div className="grow mih-0 pb-16 px-16 scrolls">
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

/** State of the pin button. A pinned card stays open when another card is opened. */
interface Pin {
  isPinned: boolean;
  onToggle: () => void;
}

interface CardHeaderProps {
  card: Card;
  onClose: (() => void) | undefined;
  pin: Pin | undefined;
}

/** Title bar of the card; without the buttons "Pop out" and "Close" if the card is the whole page. */
function CardHeader({ card, onClose, pin }: CardHeaderProps) {
  const Heading = onClose ? "h2" : "h1";
  return (
    <div className={classes["bar"]}>
      <Heading className={classes["barTitle"]}>Viewer card</Heading>
      {pin && <PinButton {...pin} />}
      {onClose && (
        <>
          <Tooltip label="Pop out">
            <ActionIcon aria-label="Pop out" onClick={() => openPopup(popoutPath(card))}>
              <IconExternalLink size={17} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label="Close">
            <ActionIcon aria-label="Close viewer card" onClick={onClose}>
              <IconX size={18} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        </>
      )}
    </div>
  );
}

function PinButton({ isPinned, onToggle }: Pin) {
  return (
    <Tooltip label={isPinned ? "Unpin" : "Pin"}>
      <ActionIcon aria-label="Pin" aria-pressed={isPinned} onClick={onToggle}>
        {isPinned ? <IconPinFilled size={17} /> : <IconPin size={17} stroke={1.6} />}
      </ActionIcon>
    </Tooltip>
  );
}

function CardSkeleton() {
  return (
    <div className="grow mih-0 pb-16 px-16 scrolls">
      <VisuallyHidden role="status">Loading viewer card</VisuallyHidden>
      <div className={classes["head"]} aria-hidden="true">
        <Skeleton width={48} height={48} radius={24} />
        <div className="grow miw-0 breaks">
          <Skeleton width="55%" height={14} mb={8} />
          <Skeleton width="40%" height={10} />
        </div>
      </div>
      <Skeleton height={70} mt={24} mb={24} />
      <SkeletonRows count={3} label="Loading details" />
    </div>
  );
}

const MINUTE_MS = 60_000;

function ViewerIdentity({ card, viewer }: { card: Card; viewer: Viewer }) {
  const platforms = usePlatforms();
  const facts = usePlatformFacts(card).data;
  const now = useNow(true, MINUTE_MS);
  const name = platformName(platforms, viewer.provider);
  return (
    <div className={classes["head"]}>
      <Avatar name={viewer.name} src={facts?.avatar_url || viewer.avatar_url} size={48} />
      <div className="grow miw-0 breaks">
        <div className="row title gap-6 wrap fw-600">
          <bdi>{viewer.name}</bdi>
          <RoleBadges author={asAuthor(viewer)} />
        </div>
        <div className={classes["line"]}>
          <PlatformIcon provider={viewer.provider} size={13} />
          {identityLine(name, viewer.role, facts?.followed_at ?? null, now)}
        </div>
        {/* The login is in a typeface that distinguishes l, I and 1. */}
        {viewer.login && viewer.login !== viewer.name && <bdi className={classes["handle"]}>{viewer.login}</bdi>}
        {viewer.former_names.length > 0 && (
          <div className={classes["line"]}>
            Formerly: <bdi>{viewer.former_names.join(", ")}</bdi>
          </div>
        )}
      </div>
    </div>
  );
}

const MAX_NOTE_LENGTH = 1000;

/** Field for a note, which Enter adds. The text is kept if adding fails or the card is closed. */
function NoteForm({ card }: { card: Card }) {
  const [text, setText] = useState(() => readDraft(noteDraft(card)));
  const add = useAddNote(card);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== "") add.mutate(text.trim(), { onSuccess: () => setText("") });
  };
  return (
    <form className="rigid line-above px-16 py-12" onSubmit={submit}>
      <TextInput
        aria-label="Add a note for the team"
        placeholder="Add a note for the team"
        maxLength={MAX_NOTE_LENGTH}
        autoComplete="off"
        readOnly={add.isPending}
        rightSectionWidth={56}
        rightSection={<KeyCap>Enter</KeyCap>}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          saveDraft(noteDraft(card), value);
          setText(value);
        }}
      />
    </form>
  );
}
