import { Skeleton, VisuallyHidden } from "@mantine/core";
import classes from "./chat-skeleton.module.css";

const WIDTHS = ["46%", "62%", "38%", "71%", "52%", "33%", "58%", "44%", "67%", "49%", "36%", "55%"] as const;

export function ChatSkeleton() {
  return (
    <div className="column grow clip justify-end py-8 px-16" role="status">
      <VisuallyHidden>Loading chat</VisuallyHidden>
      {WIDTHS.map((width) => (
        <div key={width} className={classes["line"]} aria-hidden="true">
          <Skeleton width={14} height={14} />
          <Skeleton width={width} height={12} />
        </div>
      ))}
    </div>
  );
}
