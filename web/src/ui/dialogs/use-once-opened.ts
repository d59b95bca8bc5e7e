import { useState } from "react";

/** True from the first opening on: a lazily loaded dialog stays mounted, so that it can fade out. */
export function useOnceOpened(isOpen: boolean): boolean {
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  return wasOpened || isOpen;
}
