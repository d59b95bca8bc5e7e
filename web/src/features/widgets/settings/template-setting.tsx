import { useRef } from "react";
import { useVariables } from "../../../api/variables";
import { useDebouncedPreview } from "../../../ui/preview/use-debounced-preview";
import { TemplateBox } from "../../../ui/template/template-box";
import type { TemplateFieldHandle } from "../../../ui/template/template-field";
import { VariablePicker } from "../../../ui/template/variable-picker";
import type { FormProps } from "../editor/form-props";

interface TemplateSettingProps {
  field: { label: string; maxLength: number };
  form: FormProps;
  value: string;
  error: string | undefined;
  set: (value: string) => void;
}

/** Field for a text with variables; variables that need a caller or have side effects are not offered. */
export function TemplateSetting({ field, form, value, error, set }: TemplateSettingProps) {
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
      label={field.label}
      value={value}
      onChange={set}
      variables={variables}
      problems={problems}
      isStale={isStale}
      error={error}
      isLocked={form.isLocked}
      placeholder="Type $( to insert variables"
      limit={field.maxLength}
      foot={
        <VariablePicker
          variables={variables}
          isLocked={form.isLocked}
          onPick={(variable) => handle.current?.insert(variable)}
        />
      }
    />
  );
}
