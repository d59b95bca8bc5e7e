import { Skeleton, VisuallyHidden } from "@mantine/core";
import classes from "./skeleton-rows.module.css";

const WIDTHS = ["58%", "44%", "64%", "38%", "52%"] as const;

interface SkeletonRowsProps {
  count?: number;
  label?: string;
  /** Adds padding, for a panel that has none. */
  isInset?: boolean;
}

export function SkeletonRows({ count = 4, label = "Loading", isInset = false }: SkeletonRowsProps) {
  const rows = Array.from({ length: count }, (_, index) => index);
  return (
    <div className={classes["rows"]} data-inset={isInset || undefined} role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      {rows.map((row) => (
        <div key={row} className={classes["row"]} aria-hidden="true">
          <Skeleton width={32} height={32} radius={16} />
          <div className="column gap-8 grow">
            <Skeleton width={WIDTHS[row % WIDTHS.length] ?? "50%"} height={12} />
            <Skeleton width={WIDTHS[(row + 3) % WIDTHS.length] ?? "40%"} height={10} />
          </div>
          <Skeleton width={56} height={12} />
        </div>
      ))}
    </div>
  );
}
