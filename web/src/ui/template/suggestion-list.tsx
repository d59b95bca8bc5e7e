import { useEffect, useRef } from "react";
import classes from "./template.module.css";
import type { Suggestions } from "./use-suggestions";

/** Listbox below the field; the field keeps the focus and names the active option. */
export function SuggestionList({ id, suggestions }: { id: string; suggestions: Suggestions }) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children.namedItem(`${id}-${suggestions.active}`)?.scrollIntoView({ block: "nearest" });
  }, [id, suggestions.active]);
  return (
    <div ref={list} id={id} className={classes["suggestions"]} role="listbox" aria-label="Variables">
      {suggestions.items.map((suggestion, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the field.
        <div
          key={suggestion.variable.name}
          id={`${id}-${index}`}
          className={classes["suggestion"]}
          role="option"
          tabIndex={-1}
          aria-selected={index === suggestions.active}
          // Keeps the focus in the field.
          onPointerDown={(event) => event.preventDefault()}
          onPointerMove={() => suggestions.setActive(index)}
          onClick={() => suggestions.pick(suggestion)}
        >
          <span className={classes["suggestionName"]}>{suggestion.name}</span>
          <span className={classes["suggestionAbout"]}>{suggestion.variable.summary}</span>
        </div>
      ))}
    </div>
  );
}
