import { useState } from "react";
import { hasName } from "./menu/menu-items";
import type { Person } from "./person";

/** The viewer picked from the menu; the pick counts only for the text in which it was made. */
export interface Picked {
  person: Person | null;
  set: (person: Person) => void;
  /** Clears the pick of this viewer; a newer pick stays. */
  clear: (person: Person | null) => void;
}

/** Keeps the pick until the text no longer contains the viewer's name. */
export function usePicked(text: string): Picked {
  const [person, set] = useState<Person | null>(null);
  // Set while rendering, not in an effect: the pick never appears together with another text.
  if (person && !containsName(text, person)) set(null);
  return { person, set, clear: (used) => set((current) => (current === used ? null : current)) };
}

function containsName(text: string, person: Person): boolean {
  return text.split(/\s+/u).some((word) => hasName(person, word));
}
