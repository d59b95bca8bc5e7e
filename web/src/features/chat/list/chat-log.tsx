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
import type { FontSize } from "../chat-appearance";
import { newMessages, spoken } from "../chat-labels";
import { ChatRowView, type RowContext } from "../rows/chat-row";
import { type SeenRow, standsFor } from "../rows/sent-echoes";
import type { ChatSnapshot, ChatStore } from "../store/chat-store";
import { CUT_ABOVE } from "../store/chat-window";
import classes from "./chat-log.module.css";
import { OlderLines, TOP_HEIGHT } from "./older-messages";
import { newsOf } from "./unread-count";
import { type Stick, useStick } from "./use-auto-scroll";
import { useTail } from "./use-last-rows";
import { useCurrentRow } from "./use-selected-row";

/** What can be done with a row; drawn for the one that is pointed at or chosen. */
export interface RowActions {
  line: (line: ChatLine, removal: Removal | null) => ReactNode;
  /** With those of its echoes that are known. */
  sent: (sent: SentMessage, echoes: readonly StoredLine[]) => ReactNode;
}

export interface ChatLogProps {
  store: ChatStore;
  snapshot: ChatSnapshot;
  rows: readonly SeenRow[];
  context: RowContext;
  actions?: RowActions | undefined;
  onReply?: ((line: ChatLine) => void) | undefined;
}

// Older lines are asked for before the top is reached.
const NEAR_TOP = 600;
// Pixels drawn beyond what is seen: every row of it costs time in a fast chat.
const ROWS_BEYOND = 96;
// No screen is so high that it would need older lines to be full.
const FILLS_ALWAYS = 400;
// Of a line that does not wrap: a good guess saves correcting the list after each batch.
const ROW_HEIGHTS: Record<FontSize, number> = { 12: 22, 13: 24, 14: 26, 16: 28, 18: 32 };

/** The lines themselves: following what is said, still while somebody reads. */
export function ChatLog({ store, snapshot, rows, context, actions, onReply }: ChatLogProps) {
  const stick = useStick(rows, snapshot.turn);
  const [pointed, setPointed] = useState<string | null>(null);
  const news = useNews(snapshot, rows, stick.isFollowing, context);
  useWindowCare(store, snapshot, stick, rows);
  const follow = () => {
    store.resume();
    stick.follow();
  };
  const { current, isPointing, onKeyDown, onBlur, onPointing } = useCurrentRow({
    rows,
    onMove: (place) => {
      if (place < rows.length - 1 || !stick.isFollowing) stick.goTo(place, "nearest");
    },
    onOpen: (row) => row.kind === "line" && row.line.author && context.onOpenViewer?.(row.line),
    onReply: (row) => row.kind === "line" && onReply?.(row.line),
    onFollow: follow,
  });
  // The bar goes with the hand: one of another row would lie over the row that is pointed at.
  const active = isPointing ? (pointed ?? current?.key) : (current?.key ?? pointed);
  const rowHeight = ROW_HEIGHTS[context.look.fontSize];
  const tail = useTail(stick.scroller, rows, rowHeight, stick.heldAt);
  const isShifted = useShift(rows, snapshot.turn);
  const older = <OlderLines snapshot={snapshot} onRetry={() => void store.loadOlder()} />;
  const draw = (row: SeenRow) => (
    <ChatRowView
      key={row.key}
      row={row}
      context={context}
      isCurrent={row.key === current?.key}
      isTarget={snapshot.target !== null && standsFor(row, snapshot.target)}
      actions={row.key === active ? actionsOf(row, actions, stick) : null}
    />
  );
  return (
    <div className={classes["frame"]} data-font={context.look.fontSize}>
      <Scroller stick={stick} onKeyDown={onKeyDown} onBlur={onBlur} onPoint={setPointed} onPointing={onPointing}>
        {stick.isFollowing ? (
          // Plain rows that the browser itself keeps at the end: nothing is measured and nothing scrolled by hand.
          <div className={classes["tail"]}>
            {tail.isWhole && older}
            {tail.rows.map(draw)}
          </div>
        ) : (
          <>
            <div className={classes["push"]} />
            {older}
            <Virtualizer
              ref={stick.list}
              scrollRef={stick.scroller}
              data={rows}
              startMargin={TOP_HEIGHT}
              bufferSize={ROWS_BEYOND}
              itemSize={rowHeight}
              shift={isShifted}
              onScroll={(offset) => {
                stick.onScroll(offset);
                if (offset < NEAR_TOP) void store.loadOlder();
              }}
            >
              {draw}
            </Virtualizer>
          </>
        )}
      </Scroller>
      <div className={classes["ring"]} />
      {(!stick.isFollowing || snapshot.window.isBehind) && <ResumeButton count={news} stick={stick} onClick={follow} />}
      <VisuallyHidden aria-live="polite">{current ? spokenRow(current, context) : ""}</VisuallyHidden>
    </div>
  );
}

interface ResumeButtonProps {
  count: number;
  stick: Stick;
  onClick: () => void;
}

function ResumeButton({ count, stick, onClick }: ResumeButtonProps) {
  const resume = () => {
    onClick();
    // The button is gone then.
    stick.scroller.current?.focus({ preventScroll: true });
  };
  return (
    <button type="button" className={classes["resume"]} onClick={resume}>
      {newMessages(count)}
    </button>
  );
}

interface ScrollerProps {
  stick: Stick;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  onBlur: (event: FocusEvent<HTMLElement>) => void;
  onPoint: (key: string | null) => void;
  /** A hand moves the pointer; rows that run under one that rests are no such wish. */
  onPointing: () => void;
  children: ReactNode;
}

function Scroller({ stick, onKeyDown, onBlur, onPoint, onPointing, children }: ScrollerProps) {
  return (
    <div
      ref={stick.scroller}
      className={classes["scroller"]}
      data-following={stick.isFollowing || undefined}
      role="log"
      aria-label="Chat"
      aria-live="off"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls and its lines are chosen by arrow keys
      tabIndex={0}
      onKeyDown={(event) => {
        stick.onIntent();
        onKeyDown(event);
      }}
      onScroll={stick.onTailScroll}
      onWheel={stick.onIntent}
      onTouchMove={stick.onIntent}
      onPointerDown={stick.onIntent}
      onPointerMove={(event) => {
        if (event.buttons > 0) stick.onIntent();
        if (event.pointerType !== "touch") onPointing();
      }}
      onPointerOver={(event) => event.pointerType !== "touch" && isInside(event) && onPoint(rowUnder(event))}
      onPointerLeave={(event) => event.pointerType !== "touch" && onPoint(null)}
      // A finger does not hover: a tap shows what can be done with a line.
      onClick={(event) => {
        if (!isTouch(event.nativeEvent)) return;
        onPoint(rowUnder(event));
        onPointing();
      }}
      onBlur={onBlur}
    >
      {children}
    </div>
  );
}

function actionsOf(row: SeenRow, actions: ChatLogProps["actions"], stick: Stick): ReactNode {
  if (!actions || (row.kind === "line" && row.line.kind === "gap")) return null;
  return (
    <Bar stick={stick}>
      {row.kind === "line" ? actions.line(row.line, row.removal) : actions.sent(row.sent, row.echoes)}
    </Bar>
  );
}

function Bar({ stick: { scroller, hold }, children }: { stick: Stick; children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null);
  const [isBelow, setIsBelow] = useState(false);
  useLayoutEffect(() => setIsBelow(hasNoRoomAbove(bar.current, scroller.current)), [scroller]);
  // Whoever was on a bar that goes is on the list again.
  useLayoutEffect(() => {
    const element = bar.current;
    return () => {
      if (element?.contains(document.activeElement)) scroller.current?.focus({ preventScroll: true });
    };
  }, [scroller]);
  // Rows that run on under the hand would put another one's button there.
  return (
    <div
      ref={bar}
      className={classes["bar"]}
      data-below={isBelow || undefined}
      onPointerEnter={() => hold(true)}
      onPointerLeave={() => hold(false)}
    >
      {children}
    </div>
  );
}

function spokenRow(row: SeenRow, { platforms }: RowContext): string {
  return spoken(row, row.kind === "line" ? platformName(platforms, row.line.provider) : "");
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

/** Not in a menu that was opened from a row, which lies elsewhere on the page: its row keeps the bar meanwhile. */
function isInside({ target, currentTarget }: SyntheticEvent): boolean {
  return target instanceof Node && currentTarget.contains(target);
}

function isTouch(event: Event): boolean {
  return "pointerType" in event && event.pointerType === "touch";
}

/** How many rows came since the list stands still. */
function useNews(
  { window }: ChatSnapshot,
  rows: readonly SeenRow[],
  isFollowing: boolean,
  { look }: RowContext,
): number {
  return useMemo(() => (isFollowing ? 0 : newsOf(window, rows, look)), [window, rows, isFollowing, look]);
}

/** True for the one drawing in which rows came or went at the start: the list then holds on to its end. */
function useShift(rows: readonly SeenRow[], turn: number): boolean {
  const before = useRef({ first: rows[0]?.key, turn });
  const isShifted =
    before.current.turn === turn && before.current.first !== undefined && before.current.first !== rows[0]?.key;
  useLayoutEffect(() => {
    before.current = { first: rows[0]?.key, turn };
  }, [rows, turn]);
  return isShifted;
}

/** Tells the store what is looked at, has old rows cut, fills a short list, and brings the target of a jump into view. */
function useWindowCare(store: ChatStore, snapshot: ChatSnapshot, stick: Stick, rows: readonly SeenRow[]): void {
  const { isFollowing, goTo, scroller } = stick;
  const { target, window, status } = snapshot;
  // Before anything else is said: what comes from now on is new to whoever has stopped following.
  useLayoutEffect(() => store.setAtEnd(isFollowing && !window.isBehind), [store, isFollowing, window.isBehind]);
  useEffect(() => {
    if (!isFollowing || window.rows.length <= CUT_ABOVE) return;
    const frame = requestAnimationFrame(() => store.cut());
    return () => cancelAnimationFrame(frame);
  }, [store, isFollowing, window.rows.length]);
  useEffect(() => {
    const bar = scroller.current;
    if (status !== "ready" || !bar || rows.length > FILLS_ALWAYS) return;
    if (bar.scrollHeight <= bar.clientHeight) void store.loadOlder();
  }, [store, scroller, status, rows.length]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each jump, not for each new line
  useLayoutEffect(() => {
    const place = target ? rows.findIndex((row) => standsFor(row, target)) : -1;
    if (place >= 0) goTo(place, "center");
  }, [target, snapshot.turn]);
}
