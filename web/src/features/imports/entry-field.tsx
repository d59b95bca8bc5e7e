import { useDebouncedValue } from "@mantine/hooks";
import { useId, useRef } from "react";
import { type TextProblem, usePreview, useVariables } from "../../api/variables";
import { ProblemList } from "../../ui/template/problem-list";
import { TemplateField, type TemplateFieldHandle } from "../../ui/template/template-field";
import { namesOf } from "./entry-texts";
import classes from "./import.module.css";
import { TEXT_LIMIT } from "./import-words";
import type { Row } from "./review";

interface EntryFieldProps {
  channelId: string;
  row: Row;
  label: string;
  text: string;
  onChange: (text: string) => void;
}

const TYPING_MS = 250;
const NO_PROBLEMS: readonly TextProblem[] = [];

/** A text that the other bot understood and this one does not, mended by hand; what is wrong is said while it is typed. */
export function EntryField({ channelId, row, label, text, onChange }: EntryFieldProps) {
  const id = useId();
  const field = useRef<TemplateFieldHandle>(null);
  const variables = useVariables(channelId).data ?? [];
  const [settled] = useDebouncedValue(text, TYPING_MS);
  // A quote is said as it is: nothing in it means anything.
  const { data } = usePreview(channelId, {
    text: row.kind === "quotes" ? "" : settled,
    kind: row.kind === "timers" ? "timer" : "command",
    response_type: "say",
    providers: [],
    level: 0,
    viewer_name: "kestrel_",
    arguments: "",
    command_name: namesOf(row.entry)[0] ?? "",
  });
  const problems = text === settled && row.kind !== "quotes" ? (data?.problems ?? NO_PROBLEMS) : NO_PROBLEMS;
  const isWrong = problems.some(({ severity }) => severity === "error");
  return (
    <div>
      <div className={classes["area"]} data-invalid={isWrong || undefined}>
        <TemplateField
          ref={field}
          label={label}
          value={text}
          onChange={onChange}
          variables={variables}
          problems={problems}
          describedBy={id}
          isInvalid={isWrong}
          limit={TEXT_LIMIT}
        />
      </div>
      <ProblemList id={id} problems={problems} onShow={(problem) => field.current?.show(problem)} />
    </div>
  );
}
