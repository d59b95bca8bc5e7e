import { VisuallyHidden } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useVariables } from "../../../api/variables";
import { Preview } from "../../../ui/preview/preview";
import { PreviewLines } from "../../../ui/preview/preview-lines";
import { useTrial } from "../../../ui/preview/use-debounced-preview";
import { MOST_MESSAGES } from "../timer-labels";
import { trialOf } from "./draft";
import type { Editing } from "./form-props";
import { MessageCard } from "./message-card";
import classes from "./timer-editor.module.css";
import { useMessageList } from "./use-message-list";

/** What is said, one message at a time; the one that was touched last is previewed below them. */
export function MessagesSection(editing: Editing) {
  const { channelId, draft, errorOf, isLocked } = editing;
  const all = useVariables(channelId).data;
  // Nobody has asked, so what belongs to whoever asks is not offered.
  const variables = (all ?? []).filter(({ needs_caller }) => !needs_caller);
  const messages = useMessageList(editing);
  const trial = useTrial(channelId, trialOf(draft, messages.active));
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
          <MessageCard key={key} id={key} place={place} editing={editing} messages={messages} variables={variables} />
        ))}
      </ol>
      {errorOf("messages") && <p className={classes["problem"]}>{errorOf("messages")}</p>}
      <div className={classes["preview"]}>
        <Preview title={draft.messages.length > 1 ? `Preview of message ${messages.active + 1}` : "Preview"}>
          <PreviewLines channelId={channelId} trial={trial} about="Write a message to see it as chat will." />
        </Preview>
      </div>
      <VisuallyHidden role="status">{messages.told}</VisuallyHidden>
    </section>
  );
}
