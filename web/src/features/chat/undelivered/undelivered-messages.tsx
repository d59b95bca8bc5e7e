import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Receipt, SentMessage } from "../../../api/chat";
import { platformName, usePlatforms } from "../../../api/platforms";
import type { Platform } from "../../../api/types";
import { PlatformIcon } from "../../../ui/platform-icon";
import { useRetrySent } from "../chat.queries";
import { receiptLabel, retryLabel } from "../rows/receipt-labels";
import type { TrackedMessages } from "./tracked-messages";
import { useUndeliveredLive } from "./undelivered.live";
import { undeliveredQuery } from "./undelivered.queries";
import classes from "./undelivered-messages.module.css";

interface UndeliveredMessagesProps {
  channelId: string;
  tracked: TrackedMessages;
}

/** Messages that a platform did not accept; each stays until it is dismissed or sent again. */
export function UndeliveredMessages({ channelId, tracked: { entries, forget } }: UndeliveredMessagesProps) {
  const platforms = usePlatforms();
  useUndeliveredLive(channelId);
  const oldestTime = entries.slice(0, entries.indexOf(" "));
  const { data: sent = [] } = useQuery(undeliveredQuery(channelId, oldestTime));
  const { mutate: retry } = useRetrySent(channelId);
  const messages = sent.filter(({ id }) => entries.includes(id));
  const delivered = messages.filter(isDelivered).map(({ id }) => id);
  const doneIds = delivered.join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: `forget` is new in each render and always does the same
  useEffect(() => {
    if (doneIds) forget(doneIds.split(" "));
  }, [doneIds]);
  const failed = messages.filter(({ receipts }) => receipts.some(hasFailed));
  if (failed.length === 0) return null;
  return (
    <ul className={classes["list"]} aria-label="Messages that were not delivered" aria-live="polite">
      {failed.map((message) => (
        <UndeliveredMessage
          key={message.id}
          message={message}
          platforms={platforms}
          onRetry={(connectionId) => retry({ sentId: message.id, connectionId })}
          onDismiss={() => forget([message.id])}
        />
      ))}
    </ul>
  );
}

interface UndeliveredMessageProps {
  message: SentMessage;
  platforms: readonly Platform[];
  onRetry: (connectionId: string) => void;
  onDismiss: () => void;
}

function UndeliveredMessage({ message, platforms, onRetry, onDismiss }: UndeliveredMessageProps) {
  return (
    <li className={classes["message"]}>
      <IconAlertTriangle className="red mt-2" size={15} aria-hidden="true" />
      <div className="grow miw-0">
        <p className="truncate">
          Not delivered: <bdi>{message.text}</bdi>
        </p>
        {message.receipts.filter(hasFailed).map((receipt) => (
          <FailedReceipt key={receipt.connection_id} receipt={receipt} platforms={platforms} onRetry={onRetry} />
        ))}
      </div>
      <button type="button" className={classes["button"]} onClick={onDismiss}>
        Dismiss
      </button>
    </li>
  );
}

interface FailedReceiptProps {
  receipt: Receipt;
  platforms: readonly Platform[];
  onRetry: (connectionId: string) => void;
}

function FailedReceipt({ receipt, platforms, onRetry }: FailedReceiptProps) {
  const name = platformName(platforms, receipt.provider);
  const label = retryLabel(receipt) ?? "Retry";
  return (
    <p className={classes["reason"]}>
      <PlatformIcon provider={receipt.provider} size={12} label={name} />
      <span>{receiptLabel(receipt)}</span>
      <button
        type="button"
        className={classes["button"]}
        aria-label={`${label} on ${name}`}
        onClick={() => onRetry(receipt.connection_id)}
      >
        {label}
      </button>
    </p>
  );
}

function hasFailed({ state }: Receipt): boolean {
  return state === "failed" || state === "dropped";
}

function isDelivered({ receipts }: SentMessage): boolean {
  return receipts.every(({ state }) => state === "sent");
}
