import { Tag } from "../tag";
import { type ImportResult, OUTCOMES } from "./results";

export function ResultLine({ result }: { result: ImportResult }) {
  const { label, tone } = OUTCOMES[result.outcome];
  return (
    <div className="row wrap column-gap-8 row-gap-4">
      <Tag tone={tone}>{label}</Tag>
      {result.detail && <bdi className="small muted breaks">{result.detail}</bdi>}
    </div>
  );
}
