import { useState } from "react";

export interface Selection {
  ids: ReadonlySet<string>;
  isOn: boolean;
  toggle: (id: string) => void;
  set: (ids: readonly string[]) => void;
  clear: () => void;
}

export function useSelection(): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return {
    ids,
    isOn: ids.size > 0,
    toggle: (id) =>
      setIds((before) => {
        const after = new Set(before);
        if (!after.delete(id)) after.add(id);
        return after;
      }),
    set: (next) => setIds(new Set(next)),
    clear: () => setIds(new Set()),
  };
}
