import { IconAlertCircle } from "@tabler/icons-react";
import classes from "./channel-file.module.css";
import type { FileProblem } from "./channel-file-types";

interface FileProblemsProps {
  problems: readonly FileProblem[];
  /** Selects a line of the file. */
  onShow: (line: number) => void;
}

/** What has to be changed in a file before it can be compared. */
export function FileProblems({ problems, onShow }: FileProblemsProps) {
  return (
    <section className={classes["wrong"]} role="alert" aria-label="What is wrong with the file">
      <h3 className={classes["wrongTitle"]}>
        <IconAlertCircle size={16} aria-hidden="true" />
        {problems.length === 1
          ? "One thing is wrong with the file"
          : `${problems.length} things are wrong with the file`}
      </h3>
      <ul className={classes["problems"]}>
        {problems.map((problem) => (
          <li key={`${problem.line} ${problem.field} ${problem.message}`}>
            <Place problem={problem} onShow={onShow} />
            <span>
              {problem.field && <code className={classes["code"]}>{problem.field}</code>} {problem.message}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Place({ problem: { line }, onShow }: { problem: FileProblem; onShow: (line: number) => void }) {
  if (line === null) return <span className={classes["line"]} />;
  return (
    <button type="button" className={classes["line"]} onClick={() => onShow(line)}>
      Line {line}
    </button>
  );
}
