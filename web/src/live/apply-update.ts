interface Listed {
  id: string;
  /** Grows with every change that is told. */
  revision: number;
}

/** What the server says when something of a list changes. */
export interface Update<Item> {
  action: "new" | "updated" | "deleted";
  data: Item;
}

/** The list after an update: new ones come where this list has them, updated ones keep their place, deleted ones go. */
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

/** Two servers may tell two changes in the wrong order; the revision knows. */
function newer<Item extends Listed>(known: Item, told: Item): Item {
  return told.revision < known.revision ? known : told;
}
