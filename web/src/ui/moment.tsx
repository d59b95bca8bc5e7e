import type { ReactNode } from "react";
import { longDateTime, mediumDate } from "../lib/time/dates";

interface MomentProps {
  at: string;
  className?: string | undefined;
  /** The date, if it has none. */
  children?: ReactNode;
}

/** A time, with the whole date and time as its tooltip. */
export function Moment({ at, className, children = mediumDate(at) }: MomentProps) {
  return (
    <time className={className} dateTime={at} title={longDateTime(at)}>
      {children}
    </time>
  );
}
