import { Modal } from "@mantine/core";
import { IconCircleCheck, IconCircleMinus, IconEye, IconHandStop, type TablerIcon } from "@tabler/icons-react";
import type { ChatLine } from "../../api/chat";
import { EmptyState } from "../../ui/empty-state";
import { ErrorPanel } from "../../ui/error-panel";
import { SkeletonRows } from "../../ui/skeleton-rows";
import { markedPieces, type Span } from "./marked";
import { type Considered, useWhy } from "./why.queries";
import classes from "./why-dialog.module.css";

interface WhyDialogProps {
  channelId: string;
  line: Pick<ChatLine, "connection_id" | "message_id" | "text" | "author">;
  onClose: () => void;
}

/** Everything that looked at a message, and what decided. */
export function WhyDialog({ channelId, line, onClose }: WhyDialogProps) {
  return (
    <Modal opened onClose={onClose} title="Why?" size={560}>
      <Answer channelId={channelId} line={line} />
    </Modal>
  );
}

function Answer({ channelId, line }: Omit<WhyDialogProps, "onClose">) {
  const why = useWhy(channelId, line);
  const spans = why.data?.records.filter(isCatch).flatMap((record) => record.spans) ?? [];
  return (
    <>
      <Quote line={line} spans={spans} />
      {why.isError && (
        <ErrorPanel isBare error={why.error} onRetry={() => void why.refetch()} isRetrying={why.isFetching} />
      )}
      {why.isPending && <SkeletonRows count={3} label="Looking at the filters" />}
      {why.data && <Reasons records={why.data.records} />}
    </>
  );
}

function isCatch({ verdict }: Considered): boolean {
  return verdict === "acted" || verdict === "would_act";
}

function Quote({ line, spans }: { line: WhyDialogProps["line"]; spans: readonly Span[] }) {
  return (
    <p className={classes["quote"]}>
      {line.author && <bdi className={classes["author"]}>{line.author.name}: </bdi>}
      <bdi>
        {markedPieces(line.text, spans).map(({ text, isMarked }, place) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no names, and never change places.
          isMarked ? <mark key={place}>{text}</mark> : text,
        )}
      </bdi>
    </p>
  );
}

function Reasons({ records }: { records: readonly Considered[] }) {
  if (records.length === 0) {
    return (
      <EmptyState
        title="Nothing looked at this message"
        about="This channel has no filter that is switched on for it."
      />
    );
  }
  return (
    <ul className={classes["list"]}>
      {records.map((record) => (
        <Reason key={`${record.kind}-${record.id}`} record={record} />
      ))}
    </ul>
  );
}

const VERDICTS: Record<Considered["verdict"], { icon: TablerIcon; words: string }> = {
  acted: { icon: IconHandStop, words: "Caught it" },
  would_act: { icon: IconEye, words: "Would have caught it" },
  passed: { icon: IconCircleCheck, words: "Let it pass" },
  skipped: { icon: IconCircleMinus, words: "Did not look at it" },
};

function Reason({ record }: { record: Considered }) {
  const { icon: Icon, words } = VERDICTS[record.verdict];
  return (
    <li className={classes["reason"]}>
      <Icon className={classes["icon"]} data-verdict={record.verdict} size={18} stroke={1.6} aria-hidden="true" />
      <div className={classes["words"]}>
        <div className={classes["name"]}>
          <bdi>{record.name}</bdi>
          <span className={classes["kind"]}>{record.kind === "filter" ? "Filter" : "Command"}</span>
        </div>
        <div className={classes["why"]}>
          {words}
          {record.reason && (
            <>
              {" · "}
              <bdi>{record.reason}</bdi>
            </>
          )}
        </div>
      </div>
    </li>
  );
}
