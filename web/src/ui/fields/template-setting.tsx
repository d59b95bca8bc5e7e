import { useRef } from "react";
import { useVariables } from "../../api/variables";
import { useDebouncedPreview } from "../preview/use-debounced-preview";
import { TemplateBox } from "../template/template-box";
import type { TemplateFieldHandle } from "../template/template-field";
import { VariablePicker } from "../template/variable-picker";

interface TemplateSettingProps {
  form: { channelId: string };
  label: string;
  value: string;
  maxLength: number;
  error: string | undefined;
  isLocked: boolean;
  onChange: (value: string) => void;
}

/** Field for a text with variables; variables that need a caller or have side effects are not offered. */
export function TemplateSetting({ form, label, value, maxLength, error, isLocked, onChange }: TemplateSettingProps) {
  const variables = (useVariables(form.channelId).data ?? []).filter(
    ({ needs_caller, has_side_effect }) => !needs_caller && !has_side_effect,
  );
  const handle = useRef<TemplateFieldHandle>(null);
  const { problems, isStale } = useDebouncedPreview(form.channelId, {
    text: value,
    kind: "widget",
    response_type: "say",
    providers: [],
    level: 0,
    viewer_name: "Viewer",
    arguments: "",
    command_name: "",
  });
  return (
    <TemplateBox
      ref={handle}
      label={label}
      value={value}
      onChange={onChange}
      variables={variables}
      problems={problems}
      isStale={isStale}
      error={error}
      isLocked={isLocked}
      placeholder="Type $( to insert variables"
      limit={maxLength}
      foot={
        <VariablePicker
          variables={variables}
          isLocked={isLocked}
          onPick={(variable) => handle.current?.insert(variable)}
        />
      }
    />
  );
}
