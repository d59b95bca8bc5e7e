import { useMergedRef } from "@mantine/hooks";
import { type ReactNode, useRef } from "react";
import { useKeepFocus } from "../focus/use-keep-focus";
import { BusyButton } from "./busy-button";

interface ShowOlderProps {
  pages: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  label?: string;
  size?: "xs";
  isFull?: boolean;
  className?: string | undefined;
  /** Shown before the button, as long as there is a next page. */
  children?: ReactNode;
}

/** Button after a list: loads its next page. When the last page is loaded, the first new row gets the focus. */
export function ShowOlder({ pages, label = "Show older", size, isFull = true, className, children }: ShowOlderProps) {
  const countBefore = useRef(0);
  const keep = useKeepFocus((wrapper) => firstNewRow(wrapper.previousElementSibling, countBefore.current));
  const wrapper = useRef<HTMLDivElement>(null);
  return (
    <div ref={useMergedRef(wrapper, keep)} className={pages.hasNextPage ? className : undefined}>
      {pages.hasNextPage && (
        <>
          {children}
          <BusyButton
            fullWidth={isFull}
            {...(size && { size })}
            isBusy={pages.isFetchingNextPage}
            onClick={() => {
              countBefore.current = wrapper.current?.previousElementSibling?.childElementCount ?? 0;
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

/** The first new row if it is focusable, else the first focusable element in the row. */
function firstNewRow(list: Element | null, countBefore: number): Element | null | undefined {
  const row = list?.children[countBefore] ?? list?.lastElementChild;
  return row?.hasAttribute("tabindex") ? row : row?.querySelector("[tabindex], a, button");
}
