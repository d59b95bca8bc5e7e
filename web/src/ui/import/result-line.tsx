import { Tag } from "../tag";
import classes from "./import.module.css";
import { type ImportResult, OUTCOMES } from "./results";

export function ResultLine({ result }: { result: ImportResult }) {
  const { label, tone } = OUTCOMES[result.outcome];
  return (
    <div className={classes["outcome"]}>
      <Tag tone={tone}>{label}</Tag>
      {result.detail && <bdi className={classes["detail"]}>{result.detail}</bdi>}
    </div>
  );
}
