import { VisuallyHidden } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { usePreview, useVariables } from "../../api/variables";
import type { Editing } from "./editing";
import classes from "./editor-parts.module.css";
import { MessageCard } from "./message-card";
import { MessagePreview } from "./message-preview";
import { MOST_MESSAGES } from "./timer-words";
import { useMessageList } from "./use-message-list";

const TYPING_MS = 300;

/** What is said, one message at a time; the one that was touched last is previewed below them. */
export function MessagesSection(editing: Editing) {
  const { channelId, draft, errorOf, isLocked } = editing;
  const all = useVariables(channelId).data;
  // Nobody has asked, so what belongs to whoever asks is not offered.
  const variables = (all ?? []).filter(({ needs_caller }) => !needs_caller);
  const messages = useMessageList(editing);
  const active = draft.messages[messages.active];
  const [text] = useDebouncedValue(active?.text ?? "", TYPING_MS);
  const { data, isError } = usePreview(channelId, {
    text,
    kind: "timer",
    response_type: draft.response_type,
    providers: active?.providers ?? [],
    level: 0,
    viewer_name: "Viewer",
    arguments: "",
    command_name: "",
  });
  // What is said about an older text may point at places that are not there any more.
  const problems = data && text === active?.text && text.trim() !== "" ? data.problems : [];
  return (
    <section aria-labelledby="timer-messages">
      <div className={classes["sectionHead"]}>
        <h3 id="timer-messages">Messages</h3>
        {!isLocked && draft.messages.length < MOST_MESSAGES && (
          <button type="button" className={classes["quiet"]} onClick={messages.add}>
            <IconPlus size={14} aria-hidden="true" />
            Another message
          </button>
        )}
      </div>
      <ol ref={messages.list} className={classes["messages"]}>
        {messages.keys.map((key, place) => (
          <MessageCard
            key={key}
            id={key}
            place={place}
            editing={editing}
            messages={messages}
            variables={variables}
            problems={place === messages.active ? problems : []}
          />
        ))}
      </ol>
      {errorOf("messages") && <p className={classes["problem"]}>{errorOf("messages")}</p>}
      <MessagePreview
        title={draft.messages.length > 1 ? `Preview of message ${messages.active + 1}` : "Preview"}
        lines={text.trim() === "" ? [] : data?.lines}
        isEmpty={text.trim() === ""}
        isFailed={isError}
      />
      <VisuallyHidden role="status">{messages.told}</VisuallyHidden>
    </section>
  );
}
