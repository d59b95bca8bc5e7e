import { useState } from "react";
import type { Paging } from "./cursor-pagination";
import { currentCursor, FIRST_PAGE, nextPage, previousPage } from "./cursor-trail";

const PAGE_SIZE = 50;

/** Position in a list that is read page by page; `pagingTo` takes the cursor of the next page, if there is one. */
export function useCursorPaging() {
  const [perPage, setPerPage] = useState(PAGE_SIZE);
  const [trail, setTrail] = useState(FIRST_PAGE);

  function pagingTo(next: string | null | undefined): Paging {
    return {
      page: trail.length,
      perPage,
      onBack: () => setTrail(previousPage),
      onForward: next ? () => setTrail(nextPage(trail, next)) : null,
      onPerPage: (size) => {
        setPerPage(size);
        setTrail(FIRST_PAGE);
      },
    };
  }

  return { perPage, cursor: currentCursor(trail), goToStart: () => setTrail(FIRST_PAGE), pagingTo };
}
