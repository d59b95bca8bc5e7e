import { IconAlertTriangle, IconCheck, IconClock, IconTrash } from "@tabler/icons-react";
import type { Receipt } from "../../../api/chat";
import { platformName } from "../../../api/platforms";
import type { Platform } from "../../../api/types";
import { PlatformIcon } from "../../../ui/platform-icon";
import { receiptLabel, retryLabel } from "./receipt-labels";
import classes from "./receipts.module.css";
import { type CopyRemoval, isComplete, type VisibleSent } from "./sent-echoes";

type Retry = (sentId: string, connectionId: string) => void;

interface ReceiptsProps {
  row: VisibleSent;
  platforms: readonly Platform[];
  onRetry: Retry | null;
}

/** Delivery state of a sent message on each platform. */
export function Receipts({ row: { sent, copyRemovals }, platforms, onRetry }: ReceiptsProps) {
  return (
    <ul className={classes["receipts"]} aria-label="Delivery">
      {sent.receipts.map((receipt) => (
        <ReceiptItem
          key={receipt.connection_id}
          receipt={receipt}
          copyRemoval={copyRemovals.get(receipt.connection_id)}
          platforms={platforms}
          onRetry={onRetry && (() => onRetry(sent.id, receipt.connection_id))}
        />
      ))}
    </ul>
  );
}

interface ReceiptItemProps {
  receipt: Receipt;
  copyRemoval: CopyRemoval | undefined;
  platforms: readonly Platform[];
  onRetry: (() => void) | null;
}

function ReceiptItem({ receipt, copyRemoval, platforms, onRetry }: ReceiptItemProps) {
  const name = platformName(platforms, receipt.provider);
  const platform = platforms.find(({ provider }) => provider === receipt.provider);
  const retry = retryLabel(receipt);
  return (
    <li className={classes["receipt"]} data-state={receipt.state} data-removed={isComplete(copyRemoval) || undefined}>
      <PlatformIcon provider={receipt.provider} size={12} label={name} />
      <StateIcon state={receipt.state} isRemoved={copyRemoval !== undefined} />
      <span>{receiptLabel(receipt, copyRemoval, platform)}</span>
      {retry && onRetry && (
        <button type="button" className={classes["retry"]} aria-label={`${retry} on ${name}`} onClick={onRetry}>
          {retry}
        </button>
      )}
    </li>
  );
}

function StateIcon({ state, isRemoved }: { state: Receipt["state"]; isRemoved: boolean }) {
  if (state === "pending") return <IconClock size={12} stroke={1.9} aria-hidden="true" />;
  if (isRemoved) return <IconTrash size={12} stroke={1.9} aria-hidden="true" />;
  if (state === "sent") return <IconCheck className="mint" size={12} stroke={2} aria-hidden="true" />;
  return state === "dropped" ? <IconAlertTriangle size={12} stroke={1.9} aria-hidden="true" /> : null;
}
