import type { Receipt } from "../../../api/chat";
import type { Platform } from "../../../api/types";
import { removalLabel } from "./removal-labels";
import { type CopyRemoval, isComplete } from "./sent-echoes";

/** Label of a receipt: "Sent in 2 parts", "Failed: slow mode, 4 s left", "Deleted by oskar_mod · off topic". */
export function receiptLabel(receipt: Receipt, copyRemoval?: CopyRemoval, platform?: Platform): string {
  const deleted = copyRemoval && copyRemovalLabel(copyRemoval, platform);
  // A pending or failed attempt is named before the deletion of earlier parts.
  if (receipt.state !== "sent") return [stateLabel(receipt), deleted].filter(Boolean).join(" · ");
  return deleted ?? stateLabel(receipt);
}

function copyRemovalLabel(copyRemoval: CopyRemoval, platform: Platform | undefined): string {
  const label = removalLabel(copyRemoval.removal, platform);
  return isComplete(copyRemoval) ? label : `${copyRemoval.count} of ${copyRemoval.parts} parts: ${label}`;
}

function stateLabel({ state, detail, parts }: Receipt): string {
  switch (state) {
    case "pending":
      return "Sending";
    case "sent":
      return parts > 1 ? `Sent in ${parts} parts` : "Sent";
    case "failed":
      return detail ? `Failed: ${detail}` : "Failed";
    case "dropped":
      // The server names the platform: "Dropped by Twitch: …".
      return detail || "Dropped";
  }
}

/** Label of the retry button; null if there is nothing to retry. */
export function retryLabel({ state, message_ids, parts }: Receipt): string | null {
  if (state !== "failed" && state !== "dropped") return null;
  return message_ids.length > 0 && message_ids.length < parts ? "Send remaining parts" : "Retry";
}
