import { IconAlertCircle, IconAlertTriangle } from "@tabler/icons-react";
import type { TextProblem } from "../../api/variables";
import classes from "./template.module.css";

interface ProblemListProps {
  id: string;
  problems: readonly TextProblem[];
  /** The server's error of the field, shown if `problems` has no error. */
  error?: string | undefined;
  onShow?: ((problem: TextProblem) => void) | undefined;
}

/** Problems of a text in order; clicking one selects its position. */
export function ProblemList({ id, problems, error, onShow }: ProblemListProps) {
  const hasProblemError = problems.some(({ severity }) => severity === "error");
  return (
    <div id={id} aria-live="polite">
      {error !== undefined && !hasProblemError && <p className={classes["error"]}>{error}</p>}
      {problems.length > 0 && (
        <ul className={classes["problems"]}>
          {problems.map((problem) => (
            <li
              key={`${problem.start} ${problem.message}`}
              className={classes["problem"]}
              data-severity={problem.severity}
            >
              {problem.severity === "error" ? (
                <IconAlertCircle size={14} aria-label="Error" />
              ) : (
                <IconAlertTriangle size={14} aria-label="Warning" />
              )}
              <button type="button" className={classes["message"]} onClick={() => onShow?.(problem)}>
                {problem.message}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
