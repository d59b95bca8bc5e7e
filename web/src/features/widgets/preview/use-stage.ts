import { type RefObject, useLayoutEffect } from "react";

/** Size of the stream that the preview shows, in pixels. */
export const STREAM = { width: 1920, height: 1080 } as const;

export interface Size {
  width: number;
  height: number;
}

/** Sets the scale and the widget's size as CSS custom properties of the stage, and reports the scale. */
export function useStage(
  stage: RefObject<HTMLElement | null>,
  { width, height }: Size,
  onScale: (scale: number) => void,
) {
  useLayoutEffect(() => {
    const element = stage.current;
    if (!element) return;
    element.style.setProperty("--widget-width", `${width}px`);
    element.style.setProperty("--widget-height", `${height}px`);
    const measure = () => {
      const scale = element.clientWidth / STREAM.width;
      element.style.setProperty("--scale", String(scale));
      onScale(scale);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [stage, width, height, onScale]);
}
