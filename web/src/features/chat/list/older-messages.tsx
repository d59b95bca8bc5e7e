import { Loader } from "@mantine/core";
import { messageOf } from "../../../api/errors";
import type { ChatSnapshot } from "../store/chat-store";
import classes from "./older-messages.module.css";

/** Height of `OlderMessages` in pixels; fixed, so that the rows below do not move when its content changes. */
export const OLDER_HEIGHT = 36;

/** Loader, error or start-of-chat label above the oldest row. */
export function OlderMessages({ snapshot, onRetry }: { snapshot: ChatSnapshot; onRetry: () => void }) {
  const { isLoadingOlder, olderError, window } = snapshot;
  return (
    <div className={classes["top"]}>
      {isLoadingOlder && <Loader size={14} aria-label="Loading older messages" />}
      {!isLoadingOlder && olderError !== null && (
        <>
          <span className="red">{messageOf(olderError)}</span>
          <button type="button" className={classes["retry"]} onClick={onRetry}>
            Try again
          </button>
        </>
      )}
      {!isLoadingOlder && olderError === null && !window.hasOlder && window.rows.length > 0 && "Start of chat"}
    </div>
  );
}
