import { useRef, useState } from "react";
import { useVariables } from "../../../api/variables";
import { asText } from "../../../ui/fields/read-setting";
import type { Field, SettingsSection } from "../../../ui/fields/setting-field";
import { Preview } from "../../../ui/preview/preview";
import { PreviewLines } from "../../../ui/preview/preview-lines";
import { useDebouncedPreview } from "../../../ui/preview/use-debounced-preview";
import { TemplateBox } from "../../../ui/template/template-box";
import type { TemplateFieldHandle } from "../../../ui/template/template-field";
import { VariablePicker } from "../../../ui/template/variable-picker";
import type { CommonSettings } from "../game-types";
import classes from "../games.module.css";
import { usePointsName } from "../games.queries";
import type { FormProps } from "./form-props";
import { type MessageVariable, messageVariables, previewBody, withPointsName } from "./message-values";
import { Section } from "./section";

type TemplateField = Extract<Field, { kind: "template" }>;

interface MessagesProps {
  channelId: string;
  gameTitle: string;
  gameVariables: readonly MessageVariable[];
  form: FormProps<CommonSettings>;
}

/** Fields for the messages of the bot, with a preview of the message that was focused last. */
export function MessagesSection({ section, ...props }: MessagesProps & { section: SettingsSection }) {
  const { channelId, form } = props;
  const gameVariables = withPointsName(props.gameVariables, usePointsName(channelId));
  const messages = section.fields.filter((field) => field.kind === "template");
  const [chosen, setActive] = useState<TemplateField>();
  const active = chosen ?? messages[0];
  const preview = useDebouncedPreview(channelId, previewBody(textOf(form, active), gameVariables));
  return (
    <Section title={section.title} about={section.about}>
      <div className={classes["two"]}>
        {messages.map((field) => (
          <Message
            key={field.name}
            {...props}
            gameVariables={gameVariables}
            field={field}
            onFocus={() => setActive(field)}
          />
        ))}
      </div>
      <div className="mt-16">
        <Preview title={`Preview of “${active?.label}”`}>
          <PreviewLines channelId={channelId} preview={preview} about="Enter a message to preview it." viewer="Juno" />
        </Preview>
      </div>
    </Section>
  );
}

/** The text of a message in the form. */
function textOf(form: FormProps<CommonSettings>, field: TemplateField | undefined): string {
  return asText(Object.entries(form.draft).find(([name]) => name === field?.name)?.[1]);
}

interface MessageProps extends MessagesProps {
  field: TemplateField;
  onFocus: () => void;
}

function Message({ channelId, gameTitle, gameVariables, form, field, onFocus }: MessageProps) {
  const { name, label } = field;
  const text = textOf(form, field);
  const box = useRef<TemplateFieldHandle>(null);
  const variables = messageVariables(gameTitle, gameVariables, useVariables(channelId).data);
  const { problems, isStale } = useDebouncedPreview(channelId, previewBody(text, gameVariables));
  return (
    <div>
      <span className="medium fw-500 block mb-4" aria-hidden="true">
        {label}
      </span>
      <TemplateBox
        ref={box}
        label={`${label} message`}
        value={text}
        onChange={(typed) => form.change({ [name]: typed })}
        variables={variables}
        problems={problems}
        isStale={isStale}
        error={form.errorOf(name)}
        isLocked={form.isLocked}
        placeholder="Type $( to insert variables"
        limit={field.max_length}
        onFocus={onFocus}
        foot={
          <VariablePicker
            variables={variables}
            isLocked={form.isLocked}
            onPick={(variable) => box.current?.insert(variable)}
          />
        }
      />
    </div>
  );
}
