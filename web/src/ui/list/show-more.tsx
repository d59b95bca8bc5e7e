import { Button } from "@mantine/core";
import classes from "./show-more.module.css";

interface ShowMoreProps {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  shown: number;
  total: number;
}

/** The end of what is shown, as long as there is more. */
export function ShowMore({ list, shown, total }: ShowMoreProps) {
  if (!list.hasNextPage) return null;
  return (
    <div className={classes["more"]}>
      <span>
        {shown.toLocaleString("en-GB")} of {total.toLocaleString("en-GB")}
      </span>
      <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        Show more
      </Button>
    </div>
  );
}
