import { Tag } from "../tag";
import classes from "./import.module.css";
import { type ImportResult, OUTCOMES } from "./results";

/** Result of one imported item. */
export function ResultLine({ taken }: { taken: ImportResult }) {
  const { label, tone } = OUTCOMES[taken.outcome];
  return (
    <div className={classes["outcome"]}>
      <Tag tone={tone}>{label}</Tag>
      {taken.detail && <bdi className={classes["detail"]}>{taken.detail}</bdi>}
    </div>
  );
}
