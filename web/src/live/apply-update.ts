import type { components } from "../api/schema";

interface Listed {
  id: string;
  /** Grows with every published change. */
  revision: number;
}

/** A change of one item of a list. */
export interface Update<Item> {
  action: components["schemas"]["ProviderUpdate"]["action"];
  data: Item;
}

/** The list after an update: new items go first or last, updated ones keep their place, deleted ones go. */
export function applyUpdate<Item extends Listed>(
  list: readonly Item[],
  { action, data }: Update<Item>,
  newOnes: "first" | "last",
): Item[] {
  const others = list.filter(({ id }) => id !== data.id);
  switch (action) {
    case "new": {
      const known = list.find(({ id }) => id === data.id);
      const item = known ? newer(known, data) : data;
      return newOnes === "first" ? [item, ...others] : [...others, item];
    }
    case "updated":
      return list.map((item) => (item.id === data.id ? newer(item, data) : item));
    case "deleted":
      return others;
  }
}

/** Two servers may publish two changes in the wrong order; the revision decides. */
function newer<Item extends Listed>(known: Item, told: Item): Item {
  return told.revision < known.revision ? known : told;
}
