import { Box, Button } from "@mantine/core";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { createPortal } from "react-dom";
import classes from "./tour.module.css";
import { TOUR_STEPS } from "./tour-steps";

const GAP = 12;
const CARD_HEIGHT = 200;

/** Cards that explain elements of the chat screen; Escape ends the tour, arrow keys change the step. */
export function Tour({ onEnd }: { onEnd: () => void }) {
  const [index, setIndex] = useState(0);
  const step = TOUR_STEPS[index];
  const rect = useTargetRect(step?.target ?? "");
  const id = useId();
  const card = useRef<HTMLDivElement>(null);
  const isLast = index === TOUR_STEPS.length - 1;
  const next = () => (isLast ? onEnd() : setIndex(index + 1));
  const back = () => setIndex(Math.max(0, index - 1));

  // The focus moves to the card, not to a button, so that screen readers read the text of each step first.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs at every step
  useEffect(() => card.current?.focus(), [index]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape") onEnd();
    else if (event.key === "ArrowRight") next();
    else if (event.key === "ArrowLeft") back();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  if (!step) return null;
  return createPortal(
    <>
      {rect && (
        <Box
          className={classes["light"] ?? ""}
          left={rect.left}
          top={rect.top}
          w={rect.width}
          h={rect.height}
          aria-hidden="true"
        />
      )}
      <Box
        ref={card}
        className={classes["card"] ?? ""}
        mod={{ centred: rect === null }}
        {...cardPosition(rect)}
        role="dialog"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
        tabIndex={-1}
        onKeyDown={onKeyDown}
      >
        <h2 id={`${id}-title`}>{step.title}</h2>
        <p id={`${id}-text`} className="muted pt-4">
          {step.text}
        </p>
        <div className="row gap-8 pt-12">
          <span className="small muted mr-auto">
            {index + 1} of {TOUR_STEPS.length}
          </span>
          {!isLast && (
            <Button variant="subtle" size="xs" onClick={onEnd}>
              Skip
            </Button>
          )}
          {index > 0 && (
            <Button size="xs" onClick={back}>
              Back
            </Button>
          )}
          <Button variant="filled" size="xs" onClick={next}>
            {isLast ? "Done" : "Next"}
          </Button>
        </div>
      </Box>
    </>,
    document.body,
  );
}

/** Position of the card: below the target if there is room, else above it, else inside it at the top. */
function cardPosition(rect: DOMRect | null) {
  if (!rect) return {};
  const width = Math.min(340, window.innerWidth - 2 * GAP);
  const left = Math.min(Math.max(GAP, rect.left), window.innerWidth - width - GAP);
  if (rect.bottom + GAP + CARD_HEIGHT < window.innerHeight) return { left, top: rect.bottom + GAP, w: width };
  if (rect.top - GAP - CARD_HEIGHT > 0) return { left, bottom: window.innerHeight - rect.top + GAP, w: width };
  return { left: left + GAP, top: Math.max(rect.top, 0) + 4 * GAP, w: width - 2 * GAP };
}

/** Position of the first element that matches, updated while it moves; null while it is not visible. */
function useTargetRect(selector: string): DOMRect | null {
  const [rect, setRect] = useState<DOMRect | null>(null);
  useEffect(() => {
    let frame = 0;
    function measure() {
      const found = document.querySelector(selector)?.getBoundingClientRect();
      const isVisible = found !== undefined && found.width > 0 && found.bottom > 0 && found.top < window.innerHeight;
      setRect((before) => (isVisible ? (isSame(before, found) ? before : found) : null));
      frame = requestAnimationFrame(measure);
    }
    measure();
    return () => cancelAnimationFrame(frame);
  }, [selector]);
  return rect;
}

function isSame(one: DOMRect | null, two: DOMRect): boolean {
  return one?.left === two.left && one.top === two.top && one.width === two.width && one.height === two.height;
}
