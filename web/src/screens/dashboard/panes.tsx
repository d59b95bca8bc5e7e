import { Fragment, type ReactNode, startTransition, useEffect, useLayoutEffect, useRef, useState } from "react";
import classes from "./dashboard-screen.module.css";
import { PaneEdge } from "./pane-edge";
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
