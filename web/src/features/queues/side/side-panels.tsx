import classes from "../queue.module.css";
import { CalledPanel } from "./called-panel";
import { FinishedPanel } from "./finished-panel";
import { PlayingPanel } from "./playing-panel";
import type { SideProps } from "./side-props";

export function SidePanels(props: SideProps) {
  return (
    <div className={classes["side"]}>
      <PlayingPanel {...props} />
      <CalledPanel {...props} />
      <FinishedPanel {...props} />
    </div>
  );
}
