import { VisuallyHidden } from "@mantine/core";
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { Virtualizer } from "virtua";
import type { ChatLine, Removal, SentMessage, StoredLine } from "../../../api/chat";
import { platformName } from "../../../api/platforms";
import type { ChatAppearance, FontSize } from "../chat-appearance";
import { announcementOf, newMessagesLabel } from "../chat-labels";
import { ChatRowView, type RowContext } from "../rows/chat-row";
import { showsLine, type VisibleRow } from "../rows/sent-echoes";
import type { ChatSnapshot, ChatStore } from "../store/chat-store";
import { type ChatWindow, TRIM_ABOVE } from "../store/chat-window";
import classes from "./chat-log.module.css";
import { OLDER_HEIGHT, OlderMessages } from "./older-messages";
import { countUnread } from "./unread-count";
import { type AutoScroll, useAutoScroll } from "./use-auto-scroll";
import { useLastRows } from "./use-last-rows";
import { useSelectedRow } from "./use-selected-row";

/** Renders the action bar of the hovered or selected row. */
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

// Older messages are requested before the top is reached.
const LOAD_OLDER_BELOW_PX = 600;
// Kept small: every row outside the viewport costs render time in a fast chat.
const OVERSCAN_PX = 96;
// More rows than these fill any screen.
const MAX_ROWS_TO_FILL = 400;
// Height of a message that does not wrap: a good estimate saves scroll corrections after each batch.
const ROW_HEIGHTS: Record<FontSize, number> = { 12: 22, 13: 24, 14: 26, 16: 28, 18: 32 };

/** The list of messages: scrolls with new messages until the user scrolls up. */
export function ChatLog({ store, snapshot, rows, context, actions, onReply }: ChatLogProps) {
  const scroll = useAutoScroll(rows, snapshot.generation);
  const [hovered, setHovered] = useState<string | null>(null);
  const { isFollowing } = scroll;
  const { appearance } = context;
  useWindowSync(store, snapshot, scroll, rows);
  const follow = () => {
    store.resume();
    scroll.follow();
  };
  const { selected, isPointerActive, onKeyDown, onBlur, onPointerUse } = useSelectedRow({
    rows,
    onMove: (index) => {
      if (index < rows.length - 1 || !isFollowing) scroll.goTo(index, "nearest");
    },
    onOpen: (row) => row.kind === "line" && row.line.author && context.onOpenViewer?.(row.line),
    onReply: (row) => row.kind === "line" && onReply?.(row.line),
    onFollow: follow,
  });
  // The bar follows the pointer: the bar of another row would cover the hovered one.
  const active = isPointerActive ? (hovered ?? selected?.key) : (selected?.key ?? hovered);
  const rowHeight = ROW_HEIGHTS[appearance.fontSize];
  const lastRows = useLastRows(scroll.scroller, rows, rowHeight, scroll.frozenAt);
  const isShifted = useShift(rows, snapshot.generation);
  const older = <OlderMessages snapshot={snapshot} onRetry={() => void store.loadOlder()} />;
  const renderRow = (row: VisibleRow) => (
    <ChatRowView
      key={row.key}
      row={row}
      context={context}
      isSelected={row.key === selected?.key}
      isTarget={snapshot.target !== null && showsLine(row, snapshot.target)}
      actions={row.key === active ? actionsOf(row, actions, scroll) : null}
    />
  );
  return (
    <div className={classes["frame"]} data-font={appearance.fontSize}>
      <Scroller scroll={scroll} onKeyDown={onKeyDown} onBlur={onBlur} onHover={setHovered} onPointerUse={onPointerUse}>
        {isFollowing ? (
          // Plain rows in a reversed column: the browser keeps the end in view without measuring or scrolling.
          <div className={classes["lastRows"]}>
            {lastRows.isComplete && older}
            {lastRows.rows.map(renderRow)}
          </div>
        ) : (
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
        )}
      </Scroller>
      <div className={classes["ring"]} />
      {(!isFollowing || snapshot.window.isBehind) && (
        <ResumeButton window={snapshot.window} rows={rows} appearance={appearance} scroll={scroll} onClick={follow} />
      )}
      <VisuallyHidden aria-live="polite">{selected ? rowAnnouncement(selected, context) : ""}</VisuallyHidden>
    </div>
  );
}

interface ResumeButtonProps {
  window: ChatWindow;
  rows: readonly VisibleRow[];
  appearance: ChatAppearance;
  scroll: AutoScroll;
  onClick: () => void;
}

function ResumeButton({ window, rows, appearance, scroll, onClick }: ResumeButtonProps) {
  const { isFollowing } = scroll;
  const count = useMemo(
    () => (isFollowing ? 0 : countUnread(window, rows, appearance)),
    [isFollowing, window, rows, appearance],
  );
  const resume = () => {
    onClick();
    // The button disappears and would lose the focus.
    scroll.scroller.current?.focus({ preventScroll: true });
  };
  return (
    <button type="button" className={classes["resume"]} onClick={resume}>
      {newMessagesLabel(count)}
    </button>
  );
}

interface ScrollerProps {
  scroll: AutoScroll;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  onBlur: (event: FocusEvent<HTMLElement>) => void;
  onHover: (key: string | null) => void;
  /** The pointer was moved; rows that scroll under a resting pointer do not count. */
  onPointerUse: () => void;
  children: ReactNode;
}

function Scroller({ scroll, onKeyDown, onBlur, onHover, onPointerUse, children }: ScrollerProps) {
  return (
    <div
      ref={scroll.scroller}
      className={classes["scroller"]}
      data-following={scroll.isFollowing || undefined}
      role="log"
      aria-label="Chat"
      aria-live="off"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls, and arrow keys select its rows
      tabIndex={0}
      onKeyDown={(event) => {
        scroll.onUserInput();
        onKeyDown(event);
      }}
      onScroll={scroll.onLastRowsScroll}
      onWheel={scroll.onUserInput}
      onTouchMove={scroll.onUserInput}
      onPointerDown={scroll.onUserInput}
      onPointerMove={(event) => {
        if (event.buttons > 0) scroll.onUserInput();
        if (event.pointerType !== "touch") onPointerUse();
      }}
      onPointerOver={(event) => event.pointerType !== "touch" && isInside(event) && onHover(rowUnder(event))}
      onPointerLeave={(event) => event.pointerType !== "touch" && onHover(null)}
      // Touch has no hover: a tap shows the action bar.
      onClick={(event) => {
        if (!isTouch(event.nativeEvent)) return;
        onHover(rowUnder(event));
        onPointerUse();
      }}
      onBlur={onBlur}
    >
      {children}
    </div>
  );
}

function actionsOf(row: VisibleRow, actions: ChatLogProps["actions"], scroll: AutoScroll): ReactNode {
  if (!actions || (row.kind === "line" && row.line.kind === "gap")) return null;
  return (
    <Bar scroll={scroll}>
      {row.kind === "line" ? actions.line(row.line, row.removal) : actions.sent(row.sent, row.echoes)}
    </Bar>
  );
}

function Bar({ scroll: { scroller, freeze }, children }: { scroll: AutoScroll; children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null);
  const [isBelow, setIsBelow] = useState(false);
  useLayoutEffect(() => setIsBelow(hasNoRoomAbove(bar.current, scroller.current)), [scroller]);
  // Focus moves to the list when the bar that has it is removed.
  useLayoutEffect(() => {
    const element = bar.current;
    return () => {
      if (element?.contains(document.activeElement)) scroller.current?.focus({ preventScroll: true });
    };
  }, [scroller]);
  // New rows would move another row's button under the pointer.
  return (
    <div
      ref={bar}
      className={classes["bar"]}
      data-below={isBelow || undefined}
      onPointerEnter={() => freeze(true)}
      onPointerLeave={() => freeze(false)}
    >
      {children}
    </div>
  );
}

function rowAnnouncement(row: VisibleRow, { platforms }: RowContext): string {
  return announcementOf(row, row.kind === "line" ? platformName(platforms, row.line.provider) : "");
}

function hasNoRoomAbove(bar: HTMLElement | null, scroller: HTMLElement | null): boolean {
  const row = bar?.closest("[data-key]");
  if (!bar || !row || !scroller) return false;
  return row.getBoundingClientRect().top - scroller.getBoundingClientRect().top < bar.offsetHeight;
}

function rowUnder({ target }: SyntheticEvent): string | null {
  const row = target instanceof Element ? target.closest("[data-key]") : null;
  return row?.getAttribute("data-key") ?? null;
}

/** False in a menu that a row opened in a portal: the row keeps its bar meanwhile. */
function isInside({ target, currentTarget }: SyntheticEvent): boolean {
  return target instanceof Node && currentTarget.contains(target);
}

function isTouch(event: Event): boolean {
  return "pointerType" in event && event.pointerType === "touch";
}

/** True for the one render in which rows were added or removed at the start: the virtual list then anchors at its end. */
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

/** Passes the scroll state to the store, trims old rows, loads more into a short list and scrolls to the target of a jump. */
function useWindowSync(
  store: ChatStore,
  snapshot: ChatSnapshot,
  scroll: AutoScroll,
  rows: readonly VisibleRow[],
): void {
  const { isFollowing, goTo, scroller } = scroll;
  const { target, window, status } = snapshot;
  // In a layout effect, so that messages that arrive after the pause count as unread.
  useLayoutEffect(() => store.setAtEnd(isFollowing && !window.isBehind), [store, isFollowing, window.isBehind]);
  useEffect(() => {
    if (!isFollowing || window.rows.length <= TRIM_ABOVE) return;
    const frame = requestAnimationFrame(() => store.trim());
    return () => cancelAnimationFrame(frame);
  }, [store, isFollowing, window.rows.length]);
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
