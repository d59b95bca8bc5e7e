import { useEffect, useEffectEvent, useLayoutEffect } from "react";
import type { ChatLine } from "../../../api/chat";
import type { RowContext } from "../rows/chat-row";
import type { VisibleRow } from "../rows/sent-echoes";
import type { ChatSnapshot, ChatStore } from "../store/chat-store";
import type { HoldCause, ListHold } from "./list-hold";
import { type AutoScroll, useAutoScroll, useResumeKeys } from "./use-auto-scroll";
import { type HoveredRow, useHoveredRow } from "./use-hovered-row";
import { SELECTION_AREAS, useSelectedRow } from "./use-selected-row";

interface ChatListOptions {
  store: ChatStore;
  snapshot: ChatSnapshot;
  rows: readonly VisibleRow[];
  context: RowContext;
  onReply?: ((line: ChatLine) => void) | undefined;
}

/** Scroll position, hovered row and selected row of the list; a selected or tapped row holds the rows in place. */
export function useChatList({ store, snapshot, rows, context, onReply }: ChatListOptions) {
  const scroll = useAutoScroll(rows, snapshot.generation);
  const hovering = useHoveredRow();
  const { hold } = scroll;
  const selection = useSelectedRow({
    rows,
    onMove: (index) => showRow(rows, index, scroll),
    onOpen: (row) => row.kind === "line" && row.line.author && context.onOpenViewer?.(row.line),
    onReply: (row) => row.kind === "line" && onReply?.(row.line),
    onFollow: () => {
      store.resume();
      scroll.follow();
    },
  });
  const { selected, isPointerActive, deselect } = selection;
  const isSelected = selected !== null;
  useHold(hold, "selection", isSelected);
  useHold(hold, "tap", hovering.isTapped);
  useOutsideTap(hovering);
  useResumeKeys(scroll.holdId > 0, deselect);
  const { sentHere } = snapshot;
  useEffect(() => {
    if (sentHere > 0) hold.resume();
  }, [hold, sentHere]);
  return {
    scroll,
    hovering,
    selection,
    // A pointer in use takes the bar to its row: the bar of another row would cover the hovered row.
    rowWithBar: isPointerActive ? (hovering.hovered ?? selected?.key) : (selected?.key ?? hovering.hovered),
    resume: () => {
      hovering.hover(null);
      deselect();
      // The list gets the focus, because the focused button disappears.
      scroll.scroller.current?.focus({ preventScroll: true });
    },
    showNewer: () => {
      hold.renew();
      store.markRead();
    },
  };
}

function useHold(hold: ListHold, cause: HoldCause, isHeld: boolean): void {
  useLayoutEffect(() => {
    if (!isHeld) return;
    hold.hold(cause);
    return () => hold.release(cause);
  }, [hold, cause, isHeld]);
}

/** Closes the bar of a tapped row on a tap outside the list, dialogs and menus, such as into the message field. */
function useOutsideTap({ isTapped, hover }: HoveredRow): void {
  const close = useEffectEvent(() => hover(null));
  useEffect(() => {
    if (!isTapped) return;
    const onPointerDown = ({ target }: Event) => {
      if (target instanceof Element && !target.closest(SELECTION_AREAS)) close();
    };
    document.addEventListener("pointerdown", onPointerDown);
    return () => document.removeEventListener("pointerdown", onPointerDown);
  }, [isTapped]);
}

/** Brings a selected row into view; does not scroll if the row is in view already. */
function showRow(rows: readonly VisibleRow[], index: number, { isFollowing, scroller, goTo }: AutoScroll): void {
  const shown = isFollowing ? (scroller.current?.querySelectorAll<HTMLElement>("[data-key]") ?? []) : [];
  const row = [...shown].find(({ dataset }) => dataset["key"] === rows[index]?.key)?.getBoundingClientRect();
  const list = scroller.current?.getBoundingClientRect();
  if (row && list && row.top >= list.top && row.bottom <= list.bottom) return;
  goTo(index, row && list && row.top < list.top ? "start" : "nearest");
}
