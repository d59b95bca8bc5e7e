import { IconAlertCircle } from "@tabler/icons-react";
import classes from "./channel-file.module.css";
import type { FileProblem } from "./channel-file-types";

interface FileProblemsProps {
  problems: readonly FileProblem[];
  /** Selects a line of the file. */
  onShow: (line: number) => void;
}

/** Errors to fix before a file can be previewed. */
export function FileProblems({ problems, onShow }: FileProblemsProps) {
  return (
    <section className={classes["errors"]} role="alert" aria-label="File errors">
      <h3 className={classes["errorsTitle"]}>
        <IconAlertCircle size={16} aria-hidden="true" />
        {problems.length === 1 ? "1 error in the file" : `${problems.length} errors in the file`}
      </h3>
      <ul className={classes["problems"]}>
        {problems.map((problem) => (
          <li key={`${problem.line} ${problem.field} ${problem.message}`}>
            <LineLink problem={problem} onShow={onShow} />
            <span>
              {problem.field && <code className={classes["code"]}>{problem.field}</code>} {problem.message}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function LineLink({ problem: { line }, onShow }: { problem: FileProblem; onShow: (line: number) => void }) {
  if (line === null) return <span className={classes["line"]} />;
  return (
    <button type="button" className={classes["line"]} onClick={() => onShow(line)}>
      Line {line}
    </button>
  );
}
