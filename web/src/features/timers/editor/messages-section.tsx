import { VisuallyHidden } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useVariables } from "../../../api/variables";
import { Preview } from "../../../ui/preview/preview";
import { PreviewLines } from "../../../ui/preview/preview-lines";
import { useDebouncedPreview } from "../../../ui/preview/use-debounced-preview";
import { MAX_MESSAGES } from "../timer-labels";
import type { FormProps } from "./draft";
import { previewRequest } from "./draft";
import { MessageCard } from "./message-card";
import classes from "./timer-editor.module.css";
import { useMessageList } from "./use-message-list";

/** The messages of a timer, with a preview of one of them. */
export function MessagesSection(form: FormProps) {
  const { channelId, draft, errorOf, isLocked } = form;
  const all = useVariables(channelId).data;
  // A timer has no caller, so variables that need one are left out.
  const variables = (all ?? []).filter(({ needs_caller }) => !needs_caller);
  const messages = useMessageList(form);
  const preview = useDebouncedPreview(channelId, previewRequest(draft, messages.active));
  return (
    <section aria-labelledby="timer-messages">
      <div className={classes["sectionHead"]}>
        <h3 id="timer-messages">Messages</h3>
        {!isLocked && draft.messages.length < MAX_MESSAGES && (
          <button type="button" className={classes["quiet"]} onClick={messages.add}>
            <IconPlus size={14} aria-hidden="true" />
            Add message
          </button>
        )}
      </div>
      <ol ref={messages.list} className={classes["messages"]}>
        {messages.keys.map((key, index) => (
          <MessageCard key={key} id={key} index={index} form={form} messages={messages} variables={variables} />
        ))}
      </ol>
      {errorOf("messages") && <p className={classes["problem"]}>{errorOf("messages")}</p>}
      <div className={classes["preview"]}>
        <Preview title={draft.messages.length > 1 ? `Preview of message ${messages.active + 1}` : "Preview"}>
          <PreviewLines channelId={channelId} preview={preview} about="Enter a message to preview it." />
        </Preview>
      </div>
      <VisuallyHidden role="status">{messages.announcement}</VisuallyHidden>
    </section>
  );
}
