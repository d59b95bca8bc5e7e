import { useVariables } from "../../api/variables";
import { askedBy, KESTREL } from "../../ui/template/asker";
import { TemplateBox } from "../../ui/template/template-box";
import { useTrial } from "../../ui/template/use-trial";
import { namesOf } from "./entry-texts";
import { TEXT_LIMIT } from "./import-words";
import type { Row } from "./review";

interface EntryFieldProps {
  channelId: string;
  row: Row;
  label: string;
  text: string;
  onChange: (text: string) => void;
}

/** A text that the other bot understood and this one does not, mended by hand; what is wrong is said while it is typed. */
export function EntryField({ channelId, row, label, text, onChange }: EntryFieldProps) {
  const variables = useVariables(channelId).data ?? [];
  const { problems, isStale } = useTrial(channelId, {
    // A quote is said as it is: nothing in it means anything.
    text: row.kind === "quotes" ? "" : text,
    kind: row.kind === "timers" ? "timer" : "command",
    response_type: "say",
    providers: [],
    ...askedBy(KESTREL),
    command_name: namesOf(row.entry)[0] ?? "",
  });
  return (
    <TemplateBox
      label={label}
      value={text}
      onChange={onChange}
      variables={variables}
      problems={problems}
      isStale={isStale}
      limit={TEXT_LIMIT}
    />
  );
}
