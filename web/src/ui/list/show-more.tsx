import type { ComponentProps } from "react";
import { formatCount, formatNumber } from "../../lib/locale";
import { longDateTime } from "../../lib/time/dates";
import { ShowOlder } from "../buttons/show-older";
import classes from "./show-more.module.css";

interface ShowMoreProps {
  list: ComponentProps<typeof ShowOlder>["pages"];
  shown: number;
  total: number;
  /** Whether there are more rows than `total`, which is then shown as "100+". */
  hasMore?: boolean | undefined;
  /** Time of the oldest row that a search has read, if it has not read all. */
  searchedUntil?: string | null | undefined;
}

export function ShowMore({ list, shown, total, hasMore, searchedUntil }: ShowMoreProps) {
  return (
    <ShowOlder
      pages={list}
      label={searchedUntil ? "Search older" : "Show more"}
      isFull={false}
      className={classes["more"]}
    >
      <span role={searchedUntil ? "status" : undefined}>
        {searchedUntil
          ? `${formatNumber(shown)} found, searched back to ${longDateTime(searchedUntil)}`
          : `${formatNumber(shown)} of ${formatCount(total, hasMore)}`}
      </span>
    </ShowOlder>
  );
}
