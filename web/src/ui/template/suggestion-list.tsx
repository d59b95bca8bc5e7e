import { useEffect, useRef } from "react";
import classes from "./template.module.css";
import type { Suggestions } from "./use-suggestions";

/** Listbox below the field; the field keeps the focus and names the active option. */
export function SuggestionList({ id, offers }: { id: string; offers: Suggestions }) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children.namedItem(`${id}-${offers.active}`)?.scrollIntoView({ block: "nearest" });
  }, [id, offers.active]);
  return (
    <div ref={list} id={id} className={classes["offers"]} role="listbox" aria-label="Variables">
      {offers.items.map((offer, place) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the field.
        <div
          key={offer.variable.name}
          id={`${id}-${place}`}
          className={classes["offer"]}
          role="option"
          tabIndex={-1}
          aria-selected={place === offers.active}
          // Keeps the focus in the field.
          onPointerDown={(event) => event.preventDefault()}
          onPointerMove={() => offers.point(place)}
          onClick={() => offers.pick(offer)}
        >
          <span className={classes["offerName"]}>{offer.name}</span>
          <span className={classes["offerAbout"]}>{offer.variable.summary}</span>
        </div>
      ))}
    </div>
  );
}
