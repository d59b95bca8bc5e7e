import { VisuallyHidden } from "@mantine/core";
import { type ReactElement, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Virtualizer } from "virtua";
import type { ChatLine, Removal, SentMessage, StoredLine } from "../../../api/chat";
import { platformName } from "../../../api/platforms";
import type { FontSize } from "../chat-appearance";
import { announcementOf } from "../chat-labels";
import { ChatRowView, type RowContext } from "../rows/chat-row";
import { showsLine, type VisibleRow } from "../rows/sent-echoes";
import type { ChatSnapshot, ChatStore } from "../store/chat-store";
import { TRIM_ABOVE } from "../store/chat-window";
import classes from "./chat-log.module.css";
import { useHeldRows } from "./held-rows";
import { OLDER_HEIGHT, OlderMessages } from "./older-messages";
import type { PauseNote } from "./pause-notes";
import { Scroller } from "./scroller";
import type { AutoScroll } from "./use-auto-scroll";
import { useChatList } from "./use-chat-list";
import { useLastRows } from "./use-last-rows";

/** Functions that render the action bar of a row: of a line, and of a message sent from Greenroom. */
export interface RowActions {
  line: (line: ChatLine, removal: Removal | null) => ReactNode;
  sent: (sent: SentMessage, echoes: readonly StoredLine[]) => ReactNode;
}

export interface ChatLogProps {
  store: ChatStore;
  snapshot: ChatSnapshot;
  rows: readonly VisibleRow[];
  context: RowContext;
  actions?: RowActions | undefined;
  onReply?: ((line: ChatLine) => void) | undefined;
}

// Older messages are requested when the top is nearer than this.
const LOAD_OLDER_BELOW_PX = 600;
// Rows this close to the viewport are rendered too; few, because each costs render time in a fast chat.
const OVERSCAN_PX = 96;
const PRELOAD_MS = 5_000;
// A list with more rows than this fills any screen.
const MAX_ROWS_TO_FILL = 400;
// Height of a message that does not wrap: a good estimate saves scroll corrections after each batch.
const ROW_HEIGHTS: Record<FontSize, number> = { 12: 22, 13: 24, 14: 26, 16: 28, 18: 32 };

/** The list of messages: follows new messages until the user scrolls up, and can hold still under the pointer. */
export function ChatLog(props: ChatLogProps) {
  const { store, snapshot, rows, context, actions } = props;
  const { scroll, hovering, selection, rowWithBar, resume, showNewer } = useChatList(props);
  const { selected, onKeyDown, onBlur, onPointerUse } = selection;
  const { appearance } = context;
  const isHeldByPointer = context.onOpenViewer !== null && appearance.pausesUnderPointer;
  useWindowSync(store, snapshot, scroll, rows);
  const Note = usePauseNote(scroll.holdId > 0 || !scroll.isFollowing);
  const renderRow = (row: VisibleRow) => (
    <ChatRowView
      key={row.key}
      row={row}
      context={context}
      isSelected={row.key === selected?.key}
      isTarget={snapshot.target !== null && showsLine(row, snapshot.target)}
      actions={row.key === rowWithBar ? actionsOf(row, actions, scroll) : null}
    />
  );
  return (
    <div
      className={classes["frame"]}
      data-font={appearance.fontSize}
      data-reserves={isHeldByPointer || undefined}
      onPointerEnter={() => scroll.hold.cancelLeave()}
      onPointerLeave={() => scroll.hold.leave(() => hasOpenMenu(scroll.scroller.current))}
    >
      <Scroller
        scroll={scroll}
        hovering={hovering}
        isHeldByPointer={isHeldByPointer}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
        onPointerUse={onPointerUse}
        onShowNewer={showNewer}
      >
        <Rows {...props} scroll={scroll} renderRow={renderRow} />
      </Scroller>
      <div className={classes["ring"]} />
      {Note && (
        <Note
          scroll={scroll}
          snapshot={snapshot}
          rows={rows}
          isSelected={selected !== null}
          isTapped={hovering.isTapped}
          appearance={appearance}
          onResume={resume}
        />
      )}
      <VisuallyHidden aria-live="polite">{selected ? rowAnnouncement(selected, context) : ""}</VisuallyHidden>
    </div>
  );
}

/** The `PauseNote` component; null until loaded: five seconds after the list opens, or at an earlier pause. */
function usePauseNote(isPaused: boolean): typeof PauseNote | null {
  const [Note, setNote] = useState<typeof PauseNote | null>(null);
  const isLoaded = Note !== null;
  useEffect(() => {
    if (isLoaded) return;
    const load = async () => {
      const loaded = await import("./pause-notes").catch(() => null);
      if (loaded) setNote(() => loaded.PauseNote);
    };
    const timer = setTimeout(() => void load(), isPaused ? 0 : PRELOAD_MS);
    return () => clearTimeout(timer);
  }, [isLoaded, isPaused]);
  return Note;
}

interface RowsProps extends ChatLogProps {
  scroll: AutoScroll;
  renderRow: (row: VisibleRow) => ReactElement;
}

function Rows({ store, snapshot, rows, context, scroll, renderRow }: RowsProps) {
  const rowHeight = ROW_HEIGHTS[context.appearance.fontSize];
  const lastRows = useLastRows(scroll.scroller, rows, rowHeight);
  const heldRows = useHeldRows(lastRows, scroll.holdId, rows, snapshot.window.rows);
  const isShifted = useShift(rows, snapshot.generation);
  const older = <OlderMessages snapshot={snapshot} onRetry={() => void store.loadOlder()} />;
  if (scroll.isFollowing) {
    // Plain rows in a reversed column: the browser keeps the end in view without measuring or scrolling.
    return (
      <div className="rigid">
        {heldRows.isComplete && older}
        {heldRows.rows.map(renderRow)}
      </div>
    );
  }
  return (
    <>
      <div className={classes["spacer"]} />
      {older}
      <Virtualizer
        ref={scroll.list}
        scrollRef={scroll.scroller}
        data={rows}
        startMargin={OLDER_HEIGHT}
        bufferSize={OVERSCAN_PX}
        itemSize={rowHeight}
        shift={isShifted}
        onScroll={(offset) => {
          scroll.onScroll(offset);
          if (offset < LOAD_OLDER_BELOW_PX) void store.loadOlder();
        }}
      >
        {renderRow}
      </Virtualizer>
    </>
  );
}

function hasOpenMenu(scroller: HTMLElement | null): boolean {
  return scroller?.querySelector('[data-bar] [aria-expanded="true"]') != null;
}

function actionsOf(row: VisibleRow, actions: ChatLogProps["actions"], scroll: AutoScroll): ReactNode {
  if (!actions || (row.kind === "line" && row.line.kind === "gap")) return null;
  return (
    <RowBar scroll={scroll}>
      {row.kind === "line" ? actions.line(row.line, row.removal) : actions.sent(row.sent, row.echoes)}
    </RowBar>
  );
}

function rowAnnouncement(row: VisibleRow, { platforms }: RowContext): string {
  return announcementOf(row, row.kind === "line" ? platformName(platforms, row.line.provider) : "");
}

/** True for the one render after rows were added or removed at the top: the virtual list keeps its end in place. */
function useShift(rows: readonly VisibleRow[], generation: number): boolean {
  const before = useRef({ first: rows[0]?.key, generation });
  const isShifted =
    before.current.generation === generation &&
    before.current.first !== undefined &&
    before.current.first !== rows[0]?.key;
  useLayoutEffect(() => {
    before.current = { first: rows[0]?.key, generation };
  }, [rows, generation]);
  return isShifted;
}

/** Passes the scroll state to the store, trims old rows, fills a short list with older rows, scrolls to a target. */
function useWindowSync(
  store: ChatStore,
  snapshot: ChatSnapshot,
  scroll: AutoScroll,
  rows: readonly VisibleRow[],
): void {
  const { goTo, scroller } = scroll;
  const { target, window, status } = snapshot;
  const isMoving = scroll.isFollowing && scroll.holdId === 0;
  // In a layout effect, so that messages that arrive once the pause has begun count as unread.
  useLayoutEffect(() => store.setAtEnd(isMoving && !window.isBehind), [store, isMoving, window.isBehind]);
  useEffect(() => {
    if (!isMoving || window.rows.length <= TRIM_ABOVE) return;
    const frame = requestAnimationFrame(() => store.trim());
    return () => cancelAnimationFrame(frame);
  }, [store, isMoving, window.rows.length]);
  useEffect(() => {
    const list = scroller.current;
    if (status !== "ready" || !list || rows.length > MAX_ROWS_TO_FILL) return;
    if (list.scrollHeight <= list.clientHeight) void store.loadOlder();
  }, [store, scroller, status, rows.length]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per jump, not per new row
  useLayoutEffect(() => {
    const index = target ? rows.findIndex((row) => showsLine(row, target)) : -1;
    if (index >= 0) goTo(index, "center");
  }, [target, snapshot.generation]);
}

const NAME_GAP_PX = 14;

const EDGE_GAP_PX = 8;

/** Places the action bar of a row to the right of its author's name, above the row, or below it if there is no room. */
function RowBar({ scroll: { scroller, hold }, children }: { scroll: AutoScroll; children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null);
  const [isBelow, setIsBelow] = useState(false);
  useLayoutEffect(() => {
    setIsBelow(hasNoRoomAbove(bar.current, scroller.current));
    if (bar.current) bar.current.style.left = `${leftOf(bar.current)}px`;
  }, [scroller]);
  // If the bar has the focus when it is removed, the list gets the focus.
  useLayoutEffect(() => {
    const element = bar.current;
    return () => {
      hold.release("bar");
      if (element?.contains(document.activeElement)) scroller.current?.focus({ preventScroll: true });
    };
  }, [scroller, hold]);
  // A pointer over the bar always holds the rows: another row's button must not move under the pointer.
  return (
    <div
      ref={bar}
      className={classes["bar"]}
      data-bar
      data-below={isBelow || undefined}
      onPointerEnter={() => hold.hold("bar")}
      onPointerLeave={() => hold.release("bar")}
    >
      {children}
    </div>
  );
}

function hasNoRoomAbove(bar: HTMLElement | null, scroller: HTMLElement | null): boolean {
  const row = bar?.closest("[data-key]");
  if (!bar || !row || !scroller) return false;
  return row.getBoundingClientRect().top - scroller.getBoundingClientRect().top < bar.offsetHeight;
}

/** Distance of the bar from the left edge of its row, in pixels: beside the name if there is room. */
function leftOf(bar: HTMLElement): number {
  const row = bar.closest("[data-key]");
  const name = row?.querySelector("[data-author]");
  if (!row || !name) return EDGE_GAP_PX;
  const { left, width } = row.getBoundingClientRect();
  const besideName = name.getBoundingClientRect().right - left + NAME_GAP_PX;
  return Math.max(EDGE_GAP_PX, Math.min(besideName, width - bar.offsetWidth - EDGE_GAP_PX));
}
