import { IconAlertTriangle, IconCheck, IconClock } from "@tabler/icons-react";
import type { Receipt, SentMessage } from "../../api/chat";
import { platformName } from "../../api/platforms";
import type { Platform } from "../../api/types";
import { PlatformIcon } from "../../ui/platform-icon";
import classes from "./receipts.module.css";

interface ReceiptsProps {
  sent: SentMessage;
  platforms: readonly Platform[];
  onRetry: ((sentId: string, connectionId: string) => void) | null;
}

/** What became of a message on each platform that it was meant for. */
export function Receipts({ sent, platforms, onRetry }: ReceiptsProps) {
  return (
    <ul className={classes["receipts"]} aria-label="Delivery">
      {sent.receipts.map((receipt) => {
        const name = platformName(platforms, receipt.provider);
        return (
          <li key={receipt.connection_id} className={classes["receipt"]} data-state={receipt.state}>
            <PlatformIcon provider={receipt.provider} size={12} label={name} />
            <StateIcon state={receipt.state} />
            <span>{receiptWords(receipt)}</span>
            {receipt.state === "failed" && onRetry && (
              <button
                type="button"
                className={classes["retry"]}
                aria-label={`Retry on ${name}`}
                onClick={() => onRetry(sent.id, receipt.connection_id)}
              >
                Retry
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function StateIcon({ state }: { state: Receipt["state"] }) {
  if (state === "sent") return <IconCheck className={classes["tick"]} size={12} stroke={2} aria-hidden="true" />;
  if (state === "pending") return <IconClock size={12} stroke={1.9} aria-hidden="true" />;
  return state === "dropped" ? <IconAlertTriangle size={12} stroke={1.9} aria-hidden="true" /> : null;
}

/** "Sent", "Sent in 2 parts", "Failed: slow mode, 4 s left" */
export function receiptWords({ state, detail, parts }: Receipt): string {
  switch (state) {
    case "pending":
      return "Sending";
    case "sent":
      return parts > 1 ? `Sent in ${parts} parts` : "Sent";
    case "failed":
      return detail ? `Failed: ${detail}` : "Failed";
    case "dropped":
      return detail ? `Dropped: ${detail}` : "Dropped";
  }
}
