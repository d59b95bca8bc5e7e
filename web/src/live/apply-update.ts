import type { components } from "../api/schema";

interface ListItem {
  id: string;
  /** Grows with every published change. */
  revision: number;
}

export interface Update<Item> {
  action: components["schemas"]["ProviderUpdate"]["action"];
  data: Item;
}

/** The list after an update: new items go first or last, updated ones keep their place, deleted ones are removed. */
export function applyUpdate<Item extends ListItem>(
  list: readonly Item[],
  { action, data }: Update<Item>,
  position: "first" | "last",
): Item[] {
  const others = list.filter(({ id }) => id !== data.id);
  switch (action) {
    case "new": {
      const current = list.find(({ id }) => id === data.id);
      const item = current ? newer(current, data) : data;
      return position === "first" ? [item, ...others] : [...others, item];
    }
    case "updated":
      return list.map((item) => (item.id === data.id ? newer(item, data) : item));
    case "deleted":
      return others;
  }
}

/** The version with the higher revision: two server processes may publish their changes in the wrong order. */
function newer<Item extends ListItem>(current: Item, update: Item): Item {
  return update.revision < current.revision ? current : update;
}
