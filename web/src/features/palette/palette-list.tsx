import { Fragment, useEffect, useRef } from "react";
import classes from "./palette.module.css";
import type { PaletteItem } from "./palette-item";

interface PaletteListProps {
  id: string;
  items: readonly PaletteItem[];
  active: number;
  typed: string;
  onPoint: (index: number) => void;
  onRun: (item: PaletteItem) => void;
}

export function PaletteList({ id, items, active, typed, onPoint, onRun }: PaletteListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children.namedItem(`${id}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [id, active]);
  return (
    <div ref={list} id={id} className={classes["list"]} role="listbox" aria-label="Results">
      {items.map((item, index) => (
        <Fragment key={item.id}>
          {item.group !== items[index - 1]?.group && (
            <div className={classes["group"]} role="presentation">
              {item.group}
            </div>
          )}
          {/* The field keeps the focus and names the active option, so an option needs no key handler. */}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the combobox field. */}
          <div
            id={`${id}-${index}`}
            className={classes["item"]}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onPointerMove={() => onPoint(index)}
            onClick={() => onRun(item)}
          >
            <span className={classes["icon"]}>{item.icon}</span>
            <span className={classes["label"]}>{item.label}</span>
            {item.hint && <span className={classes["hint"]}>{item.hint}</span>}
          </div>
        </Fragment>
      ))}
      {items.length === 0 && (
        <div className={classes["empty"]} role="presentation">
          No results for “{typed.trim()}”
        </div>
      )}
    </div>
  );
}
