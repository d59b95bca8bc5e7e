import { Textarea } from "@mantine/core";
import { useVariables } from "../../api/variables";
import { formatNumber } from "../../lib/locale";
import { callerParams, DEFAULT_CALLER } from "../../ui/preview/caller";
import { useDebouncedPreview } from "../../ui/preview/use-debounced-preview";
import { characterCount } from "../../ui/template/problem-marks";
import { TemplateBox } from "../../ui/template/template-box";
import { TemplateText } from "../../ui/template/template-text";
import { namesOf } from "./entry-texts";
import classes from "./import.module.css";
import { MAX_TEXT_LENGTHS } from "./import-labels";
import type { Row } from "./review";

interface EntryFieldProps {
  channelId: string;
  row: Row;
  label: string;
  text: string;
  onChange: (text: string) => void;
}

export function EntryField(props: EntryFieldProps) {
  return props.row.kind === "quotes" ? <QuoteField {...props} /> : <TemplateEntryField {...props} />;
}

/** Editor of a command or timer text; shows its errors while the user types. */
function TemplateEntryField({ channelId, row, label, text, onChange }: EntryFieldProps) {
  const isTimer = row.kind === "timers";
  const variables = useVariables(channelId).data ?? [];
  const { problems, isStale } = useDebouncedPreview(channelId, {
    text,
    kind: isTimer ? "timer" : "command",
    response_type: "say",
    providers: [],
    ...callerParams(DEFAULT_CALLER),
    command_name: namesOf(row.entry)[0] ?? "",
  });
  return (
    <TemplateBox
      label={label}
      value={text}
      onChange={onChange}
      // A timer has no caller.
      variables={isTimer ? variables.filter(({ needs_caller }) => !needs_caller) : variables}
      problems={problems}
      isStale={isStale}
      limit={MAX_TEXT_LENGTHS[row.kind]}
    />
  );
}

/** Editor of a quote, which is plain text without variables. */
function QuoteField({ row, label, text, onChange }: EntryFieldProps) {
  const limit = MAX_TEXT_LENGTHS[row.kind];
  const count = characterCount(text);
  const length = `${formatNumber(count)} / ${formatNumber(limit)}`;
  return (
    <Textarea
      aria-label={label}
      autosize
      value={text}
      description={count > limit ? undefined : length}
      error={count > limit && length}
      inputWrapperOrder={["input", "error", "description"]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Read-only text of an entry; the variables of commands and timers are highlighted. */
export function EntryText({ row, text }: { row: Row; text: string }) {
  return row.kind === "quotes" ? <bdi className={classes["quote"]}>{text}</bdi> : <TemplateText text={text} />;
}
