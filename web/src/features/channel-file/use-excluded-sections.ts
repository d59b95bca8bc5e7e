import { useState } from "react";

export function useExcludedSections() {
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string) =>
    setExcluded((before) => {
      const next = new Set(before);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  return { excluded, toggle };
}
