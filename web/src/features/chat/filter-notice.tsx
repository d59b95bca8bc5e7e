import { IconShieldExclamation } from "@tabler/icons-react";
import classes from "./filter-notice.module.css";
import type { FilterStatus } from "./store/filter-status";

interface FilterNoticeProps {
  status: FilterStatus;
  onDismiss: () => void;
}

/** Says that new messages wait for the filters, and how many were shown without the filters. */
export function FilterNotice({ status: { isHolding, unfilteredCount }, onDismiss }: FilterNoticeProps) {
  if (!isHolding && unfilteredCount === 0) return null;
  return (
    <div className={classes["band"]} role="status">
      <IconShieldExclamation size={15} aria-hidden="true" />
      <span className="grow miw-0 py-4">
        {isHolding && <span>Waiting for the filters; new messages are held. </span>}
        {unfilteredCount > 0 && <span>{unfilteredText(unfilteredCount)}</span>}
      </span>
      {unfilteredCount > 0 && (
        <button type="button" className={classes["dismiss"]} onClick={onDismiss}>
          Dismiss
        </button>
      )}
    </div>
  );
}

function unfilteredText(count: number): string {
  return count === 1
    ? "Filters failed: 1 message was shown without them."
    : `Filters failed: ${count} messages were shown without them.`;
}
