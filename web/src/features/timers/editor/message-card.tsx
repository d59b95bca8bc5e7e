import { ActionIcon, Tooltip } from "@mantine/core";
import { IconGripVertical, IconTrash } from "@tabler/icons-react";
import { type KeyboardEvent, useRef } from "react";
import type { Variable } from "../../../api/variables";
import { Switch } from "../../../ui/buttons/switch";
import { useTrial } from "../../../ui/preview/use-debounced-preview";
import { TemplateBox } from "../../../ui/template/template-box";
import type { TemplateFieldHandle } from "../../../ui/template/template-field";
import { VariablePicker } from "../../../ui/template/variable-picker";
import { MAY_NOT_MANAGE, MESSAGE_LIMIT } from "../timer-labels";
import { trialOf } from "./draft";
import type { Editing } from "./form-props";
import { MessagePlatforms } from "./message-platforms";
import classes from "./timer-editor.module.css";
import type { MessageList } from "./use-message-list";

interface MessageCardProps {
  /** Its key among the others. */
  id: number;
  place: number;
  editing: Editing;
  messages: MessageList;
  variables: readonly Variable[];
}

export function MessageCard({ id, place, editing, messages, variables }: MessageCardProps) {
  const { channelId, draft, errorOf, isLocked } = editing;
  const { problems, isStale } = useTrial(channelId, trialOf(draft, place));
  const field = useRef<TemplateFieldHandle>(null);
  const message = draft.messages[place];
  if (!message) return null;
  return (
    <li className={classes["message"]} data-message={id} data-off={!message.enabled || undefined}>
      <CardHead id={id} place={place} editing={editing} messages={messages} />
      <TemplateBox
        ref={field}
        label={`Message ${place + 1}`}
        value={message.text}
        onChange={(text) => messages.set(place, { text })}
        variables={variables}
        problems={problems}
        isStale={isStale}
        refusal={errorOf(`messages.${place}.text`) ?? errorOf(`messages.${place}.providers`)}
        isLocked={isLocked}
        placeholder="What the bot says. Type $( for variables."
        limit={MESSAGE_LIMIT}
        onFocus={() => messages.touch(place)}
        foot={
          <>
            <MessagePlatforms
              place={place}
              providers={message.providers}
              isLocked={isLocked}
              onChange={(providers) => {
                messages.touch(place);
                messages.set(place, { providers });
              }}
            />
            <VariablePicker variables={variables} isLocked={isLocked} onPick={(one) => field.current?.insert(one)} />
          </>
        }
      />
    </li>
  );
}

type CardHeadProps = Pick<MessageCardProps, "id" | "place" | "editing" | "messages">;

function CardHead({ id, place, editing: { draft, isLocked }, messages }: CardHeadProps) {
  const isAlone = draft.messages.length === 1;
  const name = `Message ${place + 1}`;
  return (
    <div className={classes["messageHead"]}>
      {!isAlone && !isLocked && (
        <Tooltip label="Drag, or press the up and down arrows">
          <button
            type="button"
            className={classes["handle"]}
            data-handle={id}
            aria-label={`Move message ${place + 1}`}
            // The menu of another button takes the end of the drag for itself.
            onPointerDown={(event) => event.button === 0 && messages.drag(place)}
            onKeyDown={(event) => arrow(event, (by) => messages.move(place, place + by))}
          >
            <IconGripVertical size={16} stroke={1.6} aria-hidden="true" />
          </button>
        </Tooltip>
      )}
      <Switch
        label={`${name} is on`}
        checked={draft.messages[place]?.enabled ?? true}
        lockedBecause={isLocked ? MAY_NOT_MANAGE : undefined}
        onChange={(enabled) => messages.set(place, { enabled })}
      />
      <span className={classes["messageName"]} aria-hidden="true">
        {name}
      </span>
      {!isAlone && !isLocked && (
        <ActionIcon
          className={classes["remove"] ?? ""}
          aria-label={`Remove message ${place + 1}`}
          onClick={() => messages.remove(place)}
        >
          <IconTrash size={16} stroke={1.6} />
        </ActionIcon>
      )}
    </div>
  );
}

function arrow(event: KeyboardEvent, move: (by: number) => void) {
  if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
  event.preventDefault();
  move(event.key === "ArrowUp" ? -1 : 1);
}
