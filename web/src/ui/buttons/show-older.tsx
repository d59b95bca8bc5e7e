import { useMergedRef } from "@mantine/hooks";
import { type ReactNode, useRef } from "react";
import { useKeepFocus } from "../focus/use-keep-focus";
import { BusyButton } from "./busy-button";

interface ShowOlderProps {
  pages: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  label?: string;
  size?: "xs";
  /** As wide as its place. */
  isFull?: boolean;
  className?: string | undefined;
  /** Stands before the button. */
  children?: ReactNode;
}

/** Lengthens the list right before it, as long as there is more; at the end the focus is on the first that came. */
export function ShowOlder({ pages, label = "Show older", size, isFull = true, className, children }: ShowOlderProps) {
  const shown = useRef(0);
  const keep = useKeepFocus((around) => firstNew(around.previousElementSibling, shown.current));
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={useMergedRef(place, keep)} className={pages.hasNextPage ? className : undefined}>
      {pages.hasNextPage && (
        <>
          {children}
          <BusyButton
            fullWidth={isFull}
            {...(size && { size })}
            isBusy={pages.isFetchingNextPage}
            onClick={() => {
              shown.current = place.current?.previousElementSibling?.childElementCount ?? 0;
              void pages.fetchNextPage();
            }}
          >
            {label}
          </BusyButton>
        </>
      )}
    </div>
  );
}

/** The row itself where it can have the focus, else the first thing in it that can. */
function firstNew(list: Element | null, shown: number): Element | null | undefined {
  const row = list?.children[shown] ?? list?.lastElementChild;
  return row?.hasAttribute("tabindex") ? row : row?.querySelector("[tabindex], a, button");
}
