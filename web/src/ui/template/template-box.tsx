import { type ComponentProps, type ReactNode, useId, useImperativeHandle, useRef } from "react";
import type { TextProblem } from "../../api/variables";
import { formatNumber } from "../../lib/locale";
import { ProblemList } from "./problem-list";
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
