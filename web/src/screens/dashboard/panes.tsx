import {
  Fragment,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import classes from "./dashboard-screen.module.css";
import { moveEdge, PANE_LABELS, type PaneLayout, type PaneName, visiblePanes } from "./pane-layout";

interface PanesProps {
  layout: PaneLayout;
  onChange: (layout: PaneLayout) => void;
  render: (name: PaneName) => ReactNode;
}

/** The visible panes side by side, with edges that can be moved. */
export function Panes({ layout, onChange, render }: PanesProps) {
  // The layout while an edge is dragged: saving each step would send a request for each.
  const [draft, setDraft] = useState<PaneLayout | null>(null);
  const shown = visiblePanes(draft ?? layout);
  const rendered = useIncreasingCount(shown.length);
  const whole = shown.reduce((sum, { share }) => sum + share, 0);
  const grid = useRef<HTMLDivElement>(null);
  const columns = shown.map(({ share }) => `minmax(0, ${share}fr)`).join(" var(--gap) ");
  useLayoutEffect(() => {
    if (grid.current) grid.current.style.gridTemplateColumns = columns;
  }, [columns]);
  const end = () => {
    if (draft) onChange(draft);
    setDraft(null);
  };
  return (
    <div className={classes["panes"]} ref={grid}>
      {shown.map(({ name, share }, place) => {
        const next = shown[place + 1];
        return (
          <Fragment key={name}>
            <div className={classes["pane"]} data-pane={name}>
              {place < rendered && render(name)}
            </div>
            {next && (
              <PaneEdge
                label={`Resize ${PANE_LABELS[name]} and ${PANE_LABELS[next.name]}`}
                percent={(share / whole) * 100}
                onMove={(percent) => setDraft((before) => moveEdge(before ?? layout, name, next.name, percent))}
                onEnd={end}
              />
            )}
          </Fragment>
        );
      })}
    </div>
  );
}

/** Counts up to `count`, by one after each paint: the page stays responsive while its panes are rendered one by one. */
function useIncreasingCount(count: number): number {
  const [reached, setReached] = useState(0);
  useEffect(() => {
    if (reached < count) startTransition(() => setReached(reached + 1));
  }, [reached, count]);
  return reached;
}

const KEY_PERCENT = 2;

interface PaneEdgeProps {
  /** "Resize Activity and Chat" */
  label: string;
  /** Width of the left pane in percent. */
  percent: number;
  /** Called when the edge is dragged or moved by a key, with the distance since the last call; negative to the left. */
  onMove: (byPercent: number) => void;
  onEnd: () => void;
}

/** The edge between two panes: dragged, or moved with the arrow keys. */
function PaneEdge({ label, percent, onMove, onEnd }: PaneEdgeProps) {
  const last = useRef<number | null>(null);
  const onPointerDown = (event: PointerEvent<HTMLHRElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    last.current = event.clientX;
  };
  const onPointerMove = (event: PointerEvent<HTMLHRElement>) => {
    const width = event.currentTarget.parentElement?.clientWidth;
    if (last.current === null || !width) return;
    onMove(((event.clientX - last.current) / width) * 100);
    last.current = event.clientX;
  };
  const onPointerUp = () => {
    if (last.current === null) return;
    last.current = null;
    onEnd();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === "ArrowLeft" ? -KEY_PERCENT : event.key === "ArrowRight" ? KEY_PERCENT : 0;
    if (by === 0) return;
    event.preventDefault();
    onMove(by);
  };
  return (
    <hr
      className={classes["edge"]}
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={Math.round(percent)}
      aria-valuemin={0}
      aria-valuemax={100}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
      onKeyDown={onKeyDown}
      onKeyUp={onEnd}
    />
  );
}
