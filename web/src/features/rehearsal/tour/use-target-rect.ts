import { useEffect, useState } from "react";

/** Position of the first element that matches, updated while it moves; null while it is not visible. */
export function useTargetRect(selector: string): DOMRect | null {
  const [rect, setRect] = useState<DOMRect | null>(null);
  useEffect(() => {
    let frame = 0;
    function measure() {
      const found = document.querySelector(selector)?.getBoundingClientRect();
      const isVisible = found !== undefined && found.width > 0 && found.bottom > 0 && found.top < window.innerHeight;
      setRect((before) => (isVisible ? (isSame(before, found) ? before : found) : null));
      frame = requestAnimationFrame(measure);
    }
    measure();
    return () => cancelAnimationFrame(frame);
  }, [selector]);
  return rect;
}

function isSame(one: DOMRect | null, two: DOMRect): boolean {
  return one?.left === two.left && one.top === two.top && one.width === two.width && one.height === two.height;
}
