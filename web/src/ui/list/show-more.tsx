import type { ComponentProps } from "react";
import { formatCount, formatNumber } from "../../lib/locale";
import { ShowOlder } from "../buttons/show-older";
import classes from "./show-more.module.css";

interface ShowMoreProps {
  list: ComponentProps<typeof ShowOlder>["pages"];
  shown: number;
  total: number;
  /** There are more than `total`. */
  hasMore?: boolean | undefined;
}

export function ShowMore({ list, shown, total, hasMore }: ShowMoreProps) {
  return (
    <ShowOlder pages={list} label="Show more" isFull={false} className={classes["more"]}>
      <span>
        {formatNumber(shown)} of {formatCount(total, hasMore)}
      </span>
    </ShowOlder>
  );
}
