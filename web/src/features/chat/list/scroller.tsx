import type { FocusEvent, KeyboardEvent, ReactNode, SyntheticEvent } from "react";
import classes from "./chat-log.module.css";
import type { AutoScroll } from "./use-auto-scroll";
import type { HoveredRow } from "./use-hovered-row";

interface ScrollerProps {
  scroll: AutoScroll;
  hovering: HoveredRow;
  /** Whether the rows are held in place while the pointer is over them. */
  isHeldByPointer: boolean;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  onBlur: (event: FocusEvent<HTMLElement>) => void;
  /** Called when the pointer is moved and when a row is tapped. */
  onPointerUse: () => void;
  /** Called when the user scrolls down at the end of held rows. */
  onShowNewer: () => void;
  children: ReactNode;
}

/** The scrolling element of the list, with its pointer, wheel and key events. */
export function Scroller(props: ScrollerProps) {
  const { scroll, hovering, isHeldByPointer, onKeyDown, onBlur, onPointerUse, onShowNewer, children } = props;
  const { hold } = scroll;
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
      onWheel={({ deltaY, currentTarget }) => {
        scroll.onUserInput();
        if (scroll.holdId > 0 && deltaY > 0 && currentTarget.scrollTop > -1) onShowNewer();
      }}
      onTouchMove={scroll.onUserInput}
      onPointerDown={scroll.onUserInput}
      onPointerMove={(event) => {
        if (event.buttons > 0) scroll.onUserInput();
        if (event.pointerType === "touch") return;
        onPointerUse();
        if (!isInside(event)) return;
        hovering.track(event);
        if (event.target instanceof Element) hold.setAnchor(event.target.closest("[data-key]"));
        if (isHeldByPointer) hold.movePointer({ x: event.clientX, y: event.clientY });
      }}
      onPointerOver={(event) => event.pointerType !== "touch" && isInside(event) && hovering.track(event)}
      onPointerLeave={(event) => event.pointerType !== "touch" && hovering.hover(null)}
      // Touch has no hover: a tap shows the action bar.
      onClick={(event) => {
        if (!isTouch(event.nativeEvent)) return;
        hovering.tap(event);
        onPointerUse();
      }}
      onBlur={onBlur}
    >
      {children}
    </div>
  );
}

/** Whether the event is inside the list; events in a row's menu, which is a portal, are not. */
function isInside({ target, currentTarget }: SyntheticEvent): boolean {
  return target instanceof Node && currentTarget.contains(target);
}

function isTouch(event: Event): boolean {
  return "pointerType" in event && event.pointerType === "touch";
}
