import { useRef, useState } from "react";
import { useVariables } from "../../../api/variables";
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

const MAX_MESSAGE_LENGTH = 500;
const MESSAGES = {
  win_message: "Win",
  lose_message: "Lose",
  all_in_win_message: "All-in win",
  all_in_lose_message: "All-in lose",
} as const;
type MessageName = keyof typeof MESSAGES;
// Cast: `Object.keys` returns strings.
const NAMES = Object.keys(MESSAGES) as MessageName[];

interface MessagesSectionProps {
  channelId: string;
  gameTitle: string;
  gameVariables: readonly MessageVariable[];
  form: FormProps<CommonSettings>;
}

/** Fields for the four messages of the bot, with a preview of the message that was focused last. */
export function MessagesSection({ channelId, gameTitle, form, ...props }: MessagesSectionProps) {
  const gameVariables = withPointsName(props.gameVariables, usePointsName(channelId));
  const [active, setActive] = useState<MessageName>("win_message");
  const preview = useDebouncedPreview(channelId, previewBody(form.draft[active], gameVariables));
  return (
    <Section title="Messages" about="What the bot answers.">
      <div className={classes["two"]}>
        {NAMES.map((name) => (
          <Message
            key={name}
            {...{ channelId, gameTitle, gameVariables, form, name }}
            onFocus={() => setActive(name)}
          />
        ))}
      </div>
      <div className="mt-16">
        <Preview title={`Preview of “${MESSAGES[active]}”`}>
          <PreviewLines channelId={channelId} preview={preview} about="Enter a message to preview it." viewer="Juno" />
        </Preview>
      </div>
    </Section>
  );
}

interface MessageProps extends MessagesSectionProps {
  name: MessageName;
  onFocus: () => void;
}

function Message({ channelId, gameTitle, gameVariables, form, name, onFocus }: MessageProps) {
  const field = useRef<TemplateFieldHandle>(null);
  const variables = messageVariables(gameTitle, gameVariables, useVariables(channelId).data);
  const { problems, isStale } = useDebouncedPreview(channelId, previewBody(form.draft[name], gameVariables));
  return (
    <div>
      <span className="medium fw-500 block mb-4" aria-hidden="true">
        {MESSAGES[name]}
      </span>
      <TemplateBox
        ref={field}
        label={`${MESSAGES[name]} message`}
        value={form.draft[name]}
        onChange={(text) => form.change({ [name]: text })}
        variables={variables}
        problems={problems}
        isStale={isStale}
        error={form.errorOf(name)}
        isLocked={form.isLocked}
        placeholder="Type $( to insert variables"
        limit={MAX_MESSAGE_LENGTH}
        onFocus={onFocus}
        foot={
          <VariablePicker
            variables={variables}
            isLocked={form.isLocked}
            onPick={(variable) => field.current?.insert(variable)}
          />
        }
      />
    </div>
  );
}
