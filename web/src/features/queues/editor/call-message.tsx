import { useRef } from "react";
import { useVariables } from "../../../api/variables";
import type { EditorForm } from "../../../ui/editor/use-editor-form";
import { Preview } from "../../../ui/preview/preview";
import { PreviewLines } from "../../../ui/preview/preview-lines";
import { useDebouncedPreview } from "../../../ui/preview/use-debounced-preview";
import { exampleValues, withOwnVariables } from "../../../ui/template/own-variables";
import { TemplateBox } from "../../../ui/template/template-box";
import type { TemplateFieldHandle } from "../../../ui/template/template-field";
import { VariablePicker } from "../../../ui/template/variable-picker";
import { MAX_CALL_MESSAGE_LENGTH } from "../queue-labels";
import type { QueueDraft } from "../queue-types";

const VARIABLES = [
  { name: "names", summary: "The viewers who are called", shows: "@Juno, @kestrel_" },
  { name: "queue", summary: "Name of the queue", shows: "Viewer races" },
  { name: "answertime", summary: "Time that they have to answer; nothing if there is no limit", shows: "1 minute" },
];

interface CallMessageProps {
  channelId: string;
  form: EditorForm<QueueDraft>;
}

/** Field and preview of the bot's message to called viewers. */
export function CallMessage({ channelId, form }: CallMessageProps) {
  const field = useRef<TemplateFieldHandle>(null);
  const own = VARIABLES.map((one) =>
    one.name === "queue" ? { ...one, shows: form.draft.name.trim() || one.shows } : one,
  );
  const shared = (useVariables(channelId).data ?? []).filter((one) => !one.needs_caller && !one.has_side_effect);
  const variables = withOwnVariables("Viewer queue", own, shared);
  const preview = useDebouncedPreview(channelId, {
    text: form.draft.call_message,
    kind: "announcement",
    response_type: "say",
    providers: [],
    level: 0,
    viewer_name: "Viewer",
    arguments: "",
    command_name: "",
    values: exampleValues(own),
  });
  return (
    <div className="column gap-16">
      <TemplateBox
        ref={field}
        label="Message"
        value={form.draft.call_message}
        onChange={(text) => form.change({ call_message: text })}
        variables={variables}
        problems={preview.problems}
        isStale={preview.isStale}
        error={form.errorOf("call_message")}
        isLocked={form.isLocked}
        placeholder="Type $( to insert variables"
        limit={MAX_CALL_MESSAGE_LENGTH}
        foot={
          <VariablePicker
            variables={variables}
            isLocked={form.isLocked}
            onPick={(variable) => field.current?.insert(variable)}
          />
        }
      />
      <Preview title="Preview">
        <PreviewLines channelId={channelId} preview={preview} about="Enter a message to preview it." viewer="Juno" />
      </Preview>
    </div>
  );
}
