import type { Receipt } from "../../../api/chat";
import type { Platform } from "../../../api/types";
import { removalWords } from "./removal-labels";
import { isWhole, type Loss } from "./sent-echoes";

/** "Sent", "Sent in 2 parts", "Failed: slow mode, 4 s left", "Deleted by oskar_mod · off topic" */
export function receiptWords(receipt: Receipt, loss?: Loss, platform?: Platform): string {
  const taken = loss && lossWords(loss, platform);
  // A try that is under way, or went wrong, says more than what became of the parts before.
  if (receipt.state !== "sent") return [stateWords(receipt), taken].filter(Boolean).join(" · ");
  return taken ?? stateWords(receipt);
}

function lossWords(loss: Loss, platform: Platform | undefined): string {
  const words = removalWords(loss.removal, platform);
  return isWhole(loss) ? words : `${loss.count} of ${loss.parts} parts: ${words}`;
}

function stateWords({ state, detail, parts }: Receipt): string {
  switch (state) {
    case "pending":
      return "Sending";
    case "sent":
      return parts > 1 ? `Sent in ${parts} parts` : "Sent";
    case "failed":
      return detail ? `Failed: ${detail}` : "Failed";
    case "dropped":
      // The server says by whom: "Dropped by Twitch: …".
      return detail || "Dropped";
  }
}

/** What one more try would send; null where there is nothing to try. */
export function retryWords({ state, message_ids, parts }: Receipt): string | null {
  if (state !== "failed" && state !== "dropped") return null;
  return message_ids.length > 0 && message_ids.length < parts ? "Send the rest" : "Retry";
}
