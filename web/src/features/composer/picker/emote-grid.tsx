import { useElementSize } from "@mantine/hooks";
import { type MouseEvent, type Ref, useEffect, useRef } from "react";
import { Virtualizer, type VirtualizerHandle } from "virtua";
import { PlatformIcon } from "../../../ui/platform-icon";
import classes from "./emote-picker.module.css";
import type { GridRow, PickerEmote, PickerGroup } from "./picker-groups";

interface EmoteGridProps {
  id: string;
  /** Ref of the element whose width determines the number of columns. */
  measured: Ref<HTMLDivElement>;
  rows: readonly GridRow[];
  /** Position of the active cell among all cells. */
  active: number;
  /** Index of the row with the active cell; -1 without an active cell. */
  activeRow: number;
  onPoint: (position: number) => void;
  onPick: (emote: PickerEmote, event: MouseEvent) => void;
}

// Rows this close to the view are rendered too, so that fast scrolling shows no empty rows.
const OVERSCAN_PX = 200;
const ROW_PX = 36;

/** Grid of emotes that renders only rows near the view; the focus stays in the search field. */
export function EmoteGrid({ id, measured, rows, active, activeRow, onPoint, onPick }: EmoteGridProps) {
  const list = useRef<VirtualizerHandle>(null);
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // For the first row of cells, its heading is scrolled into view too.
    if (activeRow >= 0) list.current?.scrollToIndex(activeRow === 1 ? 0 : activeRow, { align: "nearest" });
  }, [activeRow]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtual list cannot be a table.
    <div ref={scroller} id={id} className={classes["grid"]} role="grid" aria-label="Emotes">
      <div ref={measured} />
      <Virtualizer
        ref={list}
        scrollRef={scroller}
        data={rows}
        itemSize={ROW_PX}
        bufferSize={OVERSCAN_PX}
        // The active cell stays mounted, because the search field refers to it.
        {...(activeRow >= 0 && { keepMounted: [activeRow] })}
      >
        {(row) =>
          row.kind === "head" ? (
            <Head key={row.key} group={row.group} />
          ) : (
            <Cells key={row.key} id={id} row={row} active={active} onPoint={onPoint} onPick={onPick} />
          )
        }
      </Virtualizer>
    </div>
  );
}

function Head({ group: { title, provider, problem } }: { group: PickerGroup }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtual list cannot be a table.
    // biome-ignore lint/a11y/useFocusableInteractive: the search field keeps the focus.
    <div role="row" className={classes["head"]}>
      {/* biome-ignore lint/a11y/useSemanticElements: see above. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: see above. */}
      <span role="rowheader" className="row rigid gap-6">
        {provider !== null && <PlatformIcon provider={provider} size={13} />}
        {title}
      </span>
      {problem !== null && <span className="miw-0 amber">{problem}</span>}
    </div>
  );
}

interface CellsProps extends Pick<EmoteGridProps, "id" | "active" | "onPoint" | "onPick"> {
  row: GridRow & { kind: "cells" };
}

function Cells({ id, row: { first, emotes }, active, onPoint, onPick }: CellsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtual list cannot be a table.
    // biome-ignore lint/a11y/useFocusableInteractive: the search field keeps the focus.
    <div role="row" className="flex">
      {emotes.map((emote, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the search field handles the keys.
        // biome-ignore lint/a11y/useSemanticElements: a virtual list cannot be a table.
        <div
          key={emote.key}
          id={`${id}-${first + index}`}
          role="gridcell"
          tabIndex={-1}
          className={classes["cell"]}
          aria-label={emote.note ? `${emote.name}, ${emote.note}` : emote.name}
          aria-selected={first + index === active}
          aria-disabled={!emote.isUsable}
          // The search field keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onPointerMove={() => onPoint(first + index)}
          onClick={(event) => onPick(emote, event)}
        >
          <EmotePicture emote={emote} />
        </div>
      ))}
    </div>
  );
}

export function EmotePicture({ emote: { url, insert } }: { emote: PickerEmote }) {
  return url === null ? (
    <span className={classes["emoji"]} aria-hidden="true">
      {insert}
    </span>
  ) : (
    <img className={classes["picture"]} src={url} alt="" loading="lazy" referrerPolicy="no-referrer" />
  );
}

const CELL_PX = 36;
const TOUCH_CELL_PX = 44;
const DEFAULT_COLUMNS = 9;

/** The number of columns that fit into the element with `ref`. */
export function useColumns(isTouch: boolean): { ref: Ref<HTMLDivElement>; columns: number } {
  const { ref, width } = useElementSize<HTMLDivElement>();
  const columns = width > 0 ? Math.floor(width / (isTouch ? TOUCH_CELL_PX : CELL_PX)) : DEFAULT_COLUMNS;
  return { ref, columns: Math.max(1, columns) };
}
