import type { ComponentProps } from "react";
import { formatNumber } from "../../lib/locale";
import { ShowOlder } from "../buttons/show-older";
import classes from "./show-more.module.css";

interface ShowMoreProps {
  list: ComponentProps<typeof ShowOlder>["pages"];
  shown: number;
  total: number;
}

export function ShowMore({ list, shown, total }: ShowMoreProps) {
  return (
    <ShowOlder pages={list} label="Show more" isFull={false} className={classes["more"]}>
      <span>
        {formatNumber(shown)} of {formatNumber(total)}
      </span>
    </ShowOlder>
  );
}
