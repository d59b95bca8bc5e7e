import { IconMasksTheater } from "@tabler/icons-react";
import { lazy, Suspense, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import type { Channel } from "../../api/types";
import { loadScreen } from "../../lib/reload-guard";
import classes from "./rehearsal.module.css";
import { RehearsalPanel } from "./rehearsal-panel";

const Tour = lazy(() => loadScreen(async () => ({ default: (await import("./tour/tour")).Tour })));
const TOUR = "tour";

/** Header button that opens the rehearsal panel; `?tour` in the URL starts the tour. */
export function Rehearsal({ channel }: { channel: Channel }) {
  const [isOpen, setIsOpen] = useState(false);
  const [query, setQuery] = useSearchParams();
  const button = useRef<HTMLButtonElement>(null);

  function close() {
    setIsOpen(false);
    button.current?.focus();
  }

  function endTour() {
    setQuery(
      (current) => {
        current.delete(TOUR);
        return current;
      },
      { replace: true },
    );
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes["button"]}
        aria-label="Rehearsal"
        aria-expanded={isOpen}
        data-tour="rehearsal"
        onClick={() => setIsOpen((open) => !open)}
      >
        <IconMasksTheater size={17} stroke={1.6} aria-hidden="true" />
        <span className={classes["label"]}>Rehearsal</span>
      </button>
      {isOpen && <RehearsalPanel channel={channel} onClose={close} />}
      <Suspense>{query.has(TOUR) && <Tour onEnd={endTour} />}</Suspense>
    </>
  );
}
