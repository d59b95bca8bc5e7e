import { ActionIcon, Tooltip } from "@mantine/core";
import { IconGripVertical, IconTrash } from "@tabler/icons-react";
import { type KeyboardEvent, useRef } from "react";
import type { Variable } from "../../../api/variables";
import { Switch } from "../../../ui/buttons/switch";
import { useDebouncedPreview } from "../../../ui/preview/use-debounced-preview";
import { TemplateBox } from "../../../ui/template/template-box";
import type { TemplateFieldHandle } from "../../../ui/template/template-field";
import { VariablePicker } from "../../../ui/template/variable-picker";
import { MAX_MESSAGE_LENGTH, MAY_NOT_MANAGE } from "../timer-labels";
import type { FormProps } from "./draft";
import { previewRequest } from "./draft";
import { MessagePlatforms } from "./message-platforms";
import classes from "./timer-editor.module.css";
import type { MessageList } from "./use-message-list";

interface MessageCardProps {
  /** React key of the message. */
  id: number;
  index: number;
  form: FormProps;
  messages: MessageList;
  variables: readonly Variable[];
}

export function MessageCard({ id, index, form, messages, variables }: MessageCardProps) {
  const { channelId, draft, errorOf, isLocked } = form;
  const { problems, isStale } = useDebouncedPreview(channelId, previewRequest(draft, index));
  const field = useRef<TemplateFieldHandle>(null);
  const message = draft.messages[index];
  if (!message) return null;
  return (
    <li data-message={id} data-off={!message.enabled || undefined}>
      <CardHead id={id} index={index} form={form} messages={messages} />
      <TemplateBox
        ref={field}
        label={`Message ${index + 1}`}
        value={message.text}
        onChange={(text) => messages.set(index, { text })}
        variables={variables}
        problems={problems}
        isStale={isStale}
        error={errorOf(`messages.${index}.text`) ?? errorOf(`messages.${index}.providers`)}
        isLocked={isLocked}
        placeholder="Type $( to insert variables"
        limit={MAX_MESSAGE_LENGTH}
        onFocus={() => messages.setActive(index)}
        foot={
          <>
            <MessagePlatforms
              index={index}
              providers={message.providers}
              isLocked={isLocked}
              onChange={(providers) => {
                messages.setActive(index);
                messages.set(index, { providers });
              }}
            />
            <VariablePicker variables={variables} isLocked={isLocked} onPick={(one) => field.current?.insert(one)} />
          </>
        }
      />
    </li>
  );
}

type CardHeadProps = Pick<MessageCardProps, "id" | "index" | "form" | "messages">;

function CardHead({ id, index, form: { draft, isLocked }, messages }: CardHeadProps) {
  const isOnlyMessage = draft.messages.length === 1;
  const name = `Message ${index + 1}`;
  return (
    <div className={classes["messageHead"]}>
      {!isOnlyMessage && !isLocked && (
        <Tooltip label="Drag, or press the up and down arrows">
          <button
            type="button"
            className={classes["handle"]}
            data-handle={id}
            aria-label={`Move message ${index + 1}`}
            // Only the left button drags: the context menu of the right button hides the pointerup that ends a drag.
            onPointerDown={(event) => event.button === 0 && messages.drag(index)}
            onKeyDown={(event) => onArrowKey(event, (by) => messages.move(index, index + by))}
          >
            <IconGripVertical size={16} stroke={1.6} aria-hidden="true" />
          </button>
        </Tooltip>
      )}
      <Switch
        label={`${name} is on`}
        checked={draft.messages[index]?.enabled ?? true}
        lockedBecause={isLocked ? MAY_NOT_MANAGE : undefined}
        onChange={(enabled) => messages.set(index, { enabled })}
      />
      <span className={classes["messageName"]} aria-hidden="true">
        {name}
      </span>
      {!isOnlyMessage && !isLocked && (
        <ActionIcon
          className={classes["remove"] ?? ""}
          aria-label={`Remove message ${index + 1}`}
          onClick={() => messages.remove(index)}
        >
          <IconTrash size={16} stroke={1.6} />
        </ActionIcon>
      )}
    </div>
  );
}

function onArrowKey(event: KeyboardEvent, move: (by: number) => void) {
  if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
  event.preventDefault();
  move(event.key === "ArrowUp" ? -1 : 1);
}
