import {
  IconCircleCheck,
  IconCircleMinus,
  IconEye,
  IconHandStop,
  IconMessageReply,
  type TablerIcon,
} from "@tabler/icons-react";
import type { ChatLine } from "../../api/chat";
import { Dialog } from "../../ui/dialogs/dialog";
import { EmptyState } from "../../ui/empty-state";
import { ErrorPanel } from "../../ui/page/error-panel";
import { SkeletonRows } from "../../ui/skeleton-rows";
import { commandReason } from "./command-reason";
import { type Mark, markedPieces } from "./marked-text";
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
    <Dialog opened onClose={onClose} title="Why?" size={560}>
      <Answer channelId={channelId} line={line} />
    </Dialog>
  );
}

function Answer({ channelId, line }: Omit<WhyDialogProps, "onClose">) {
  const why = useWhy(channelId, line);
  const marks = why.data?.records.flatMap(({ kind, spans }) => spans.map((span) => ({ ...span, kind }))) ?? [];
  return (
    <>
      <Quote line={line} marks={marks} />
      {why.isError && (
        <ErrorPanel isBare error={why.error} onRetry={() => void why.refetch()} isRetrying={why.isFetching} />
      )}
      {why.isPending && <SkeletonRows count={3} label="Looking at the filters and commands" />}
      {why.data && <Reasons records={why.data.records} />}
    </>
  );
}

function Quote({ line, marks }: { line: WhyDialogProps["line"]; marks: readonly Mark[] }) {
  return (
    <p className={classes["quote"]}>
      {line.author && <bdi className={classes["author"]}>{line.author.name}: </bdi>}
      <bdi>
        {markedPieces(line.text, marks).map(({ text, kind }, place) => {
          if (kind === null) return text;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no names, and never change places.
            <mark key={place} data-kind={kind}>
              {text}
            </mark>
          );
        })}
      </bdi>
    </p>
  );
}

function Reasons({ records }: { records: readonly Considered[] }) {
  if (records.length === 0) {
    return (
      <EmptyState
        title="Nothing looked at this message"
        about="No filter looks at it, and it asks no command for anything."
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

interface VerdictWords {
  icon: TablerIcon;
  words: string;
}

const FILTER: Record<Considered["verdict"], VerdictWords> = {
  acted: { icon: IconHandStop, words: "Caught it" },
  would_act: { icon: IconEye, words: "Would have caught it" },
  passed: { icon: IconCircleCheck, words: "Let it pass" },
  skipped: { icon: IconCircleMinus, words: "Did not look at it" },
};

const COMMAND: Record<Considered["verdict"], VerdictWords> = {
  acted: { icon: IconMessageReply, words: "Answered it" },
  would_act: { icon: IconEye, words: "Would have answered it" },
  passed: { icon: IconCircleMinus, words: "Was not asked for" },
  skipped: { icon: IconCircleMinus, words: "Did not answer" },
};

function Reason({ record }: { record: Considered }) {
  const isFilter = record.kind === "filter";
  const { icon: Icon, words } = (isFilter ? FILTER : COMMAND)[record.verdict];
  return (
    <li className={classes["reason"]}>
      <Icon
        className={classes["icon"]}
        data-kind={record.kind}
        data-verdict={record.verdict}
        size={18}
        stroke={1.6}
        aria-hidden="true"
      />
      <div className={classes["words"]}>
        <div className={classes["name"]}>
          <bdi className={isFilter ? undefined : classes["command"]}>{record.name}</bdi>
          <span className={classes["kind"]}>{isFilter ? "Filter" : "Command"}</span>
        </div>
        {isFilter ? <Verdict words={words} reason={record.reason} /> : <CommandVerdict words={words} record={record} />}
      </div>
    </li>
  );
}

function Verdict({ words, reason }: { words: string; reason: string }) {
  return (
    <div className={classes["why"]}>
      {words}
      {reason && (
        <>
          {" · "}
          <bdi>{reason}</bdi>
        </>
      )}
    </div>
  );
}

/** What decided, and what was answered or would have been: the second is what people came for. */
function CommandVerdict({ words, record }: { words: string; record: Considered }) {
  const { decided, answer, isHypothetical } = commandReason(record);
  return (
    <>
      <Verdict words={words} reason={decided} />
      {answer && (
        <div className={classes["answer"]}>
          {isHypothetical && <span className={classes["would"]}>Would have answered </span>}
          <bdi>{answer}</bdi>
        </div>
      )}
    </>
  );
}
