import type { ComponentProps } from "react";
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
        {shown.toLocaleString("en-GB")} of {total.toLocaleString("en-GB")}
      </span>
    </ShowOlder>
  );
}
