import { useEffect, useState } from "react";

const TYPING_MS = 250;

/** What was typed, once the hands rest. */
export function useLater(value: string): string {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), TYPING_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return later;
}
