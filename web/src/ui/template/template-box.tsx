import { IconAlertCircle, IconAlertTriangle } from "@tabler/icons-react";
import { type ComponentProps, type ReactNode, useId, useImperativeHandle, useRef } from "react";
import type { TextProblem } from "../../api/variables";
import { formatNumber } from "../../lib/locale";
import { characterCount } from "./problem-marks";
import classes from "./template.module.css";
import { TemplateField, type TemplateFieldHandle } from "./template-field";

interface TemplateBoxProps extends Omit<ComponentProps<typeof TemplateField>, "describedBy" | "isInvalid"> {
  problems: readonly TextProblem[];
  /** The problems belong to an earlier text: they are listed, but not marked. */
  isStale?: boolean;
  /** The server's error of the field. */
  error?: string | undefined;
  /** Controls at the start of the row below the text. */
  foot?: ReactNode;
  /** Buttons at the end of that row. */
  tools?: ReactNode;
}

const NO_PROBLEMS: readonly TextProblem[] = [];

/** Template field with its frame, length counter and problems. */
export function TemplateBox({ problems, isStale = false, error, foot, tools, ref, ...field }: TemplateBoxProps) {
  const id = useId();
  const inner = useRef<TemplateFieldHandle>(null);
  useImperativeHandle(ref, () => ({
    insert: (variable) => inner.current?.insert(variable),
    show: (problem) => inner.current?.show(problem),
  }));
  const isInvalid = error !== undefined || problems.some(({ severity }) => severity === "error");
  const count = characterCount(field.value);
  return (
    <div>
      <div className={classes["box"]} data-invalid={isInvalid || undefined}>
        <TemplateField
          {...field}
          ref={inner}
          problems={isStale ? NO_PROBLEMS : problems}
          describedBy={id}
          isInvalid={isInvalid}
        />
        <div className={classes["foot"]}>
          {foot}
          <span className={classes["length"]} data-over={count > field.limit || undefined}>
            {formatNumber(count)} / {formatNumber(field.limit)}
          </span>
          {tools}
        </div>
      </div>
      <ProblemList id={id} problems={problems} error={error} onShow={(problem) => inner.current?.show(problem)} />
    </div>
  );
}

interface ProblemListProps {
  id: string;
  problems: readonly TextProblem[];
  /** The server's error of the field, shown if `problems` has no error. */
  error?: string | undefined;
  onShow?: ((problem: TextProblem) => void) | undefined;
}

/** Problems of a text in order; clicking one selects its position. */
function ProblemList({ id, problems, error, onShow }: ProblemListProps) {
  const hasProblemError = problems.some(({ severity }) => severity === "error");
  return (
    <div id={id} aria-live="polite">
      {error !== undefined && !hasProblemError && <p className="small red mt-4">{error}</p>}
      {problems.length > 0 && (
        <ul className="column p-0 unmarked gap-4 mt-6 mb-0 mx-0">
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
