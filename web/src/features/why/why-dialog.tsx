import {
  IconCircleCheck,
  IconCircleMinus,
  IconEye,
  IconHandStop,
  IconMessageReply,
  IconTicket,
  type TablerIcon,
} from "@tabler/icons-react";
import type { ChatLine } from "../../api/chat";
import { Dialog } from "../../ui/dialogs/dialog";
import { EmptyState } from "../../ui/empty-state";
import { ErrorPanel } from "../../ui/page/error-panel";
import { SkeletonRows } from "../../ui/skeleton-rows";
import { commandReason } from "./command-reason";
import { type Mark, markedPieces } from "./marked-text";
import { type ConsideredRule, useWhy } from "./why.queries";
import classes from "./why-dialog.module.css";

interface WhyDialogProps {
  channelId: string;
  line: Pick<ChatLine, "connection_id" | "message_id" | "text" | "author">;
  onClose: () => void;
}

/** Every filter, command and giveaway considered for a message, with the reason for the outcome. */
export function WhyDialog({ channelId, line, onClose }: WhyDialogProps) {
  return (
    <Dialog opened onClose={onClose} title="Why did/didn't the bot respond?" size={560}>
      <Explanation channelId={channelId} line={line} />
    </Dialog>
  );
}

function Explanation({ channelId, line }: Omit<WhyDialogProps, "onClose">) {
  const why = useWhy(channelId, line);
  const marks = why.data?.records.flatMap(({ kind, spans }) => spans.map((span) => ({ ...span, kind }))) ?? [];
  return (
    <>
      <MarkedMessage line={line} marks={marks} />
      {why.isError && (
        <ErrorPanel isBare error={why.error} onRetry={() => void why.refetch()} isRetrying={why.isFetching} />
      )}
      {why.isPending && <SkeletonRows count={3} label="Checking filters, commands and giveaways" />}
      {why.data && <Reasons records={why.data.records} />}
    </>
  );
}

function MarkedMessage({ line, marks }: { line: WhyDialogProps["line"]; marks: readonly Mark[] }) {
  return (
    <p className={classes["quote"]}>
      {line.author && <bdi className="fw-700">{line.author.name}: </bdi>}
      <bdi>
        {markedPieces(line.text, marks).map(({ text, kind }, index) => {
          if (kind === null) return text;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces have no ids and a fixed order.
            <mark key={index} data-kind={kind}>
              {text}
            </mark>
          );
        })}
      </bdi>
    </p>
  );
}

function Reasons({ records }: { records: readonly ConsideredRule[] }) {
  if (records.length === 0) {
    return <EmptyState title="No filter, command or giveaway checked this message" />;
  }
  return (
    <ul className="plain-list">
      {records.map((record) => (
        <Reason key={`${record.kind}-${record.id}`} record={record} />
      ))}
    </ul>
  );
}

interface VerdictLabel {
  icon: TablerIcon;
  label: string;
}

const FILTER_VERDICTS: Record<ConsideredRule["verdict"], VerdictLabel> = {
  acted: { icon: IconHandStop, label: "Matched" },
  would_act: { icon: IconEye, label: "Would have matched" },
  passed: { icon: IconCircleCheck, label: "Passed" },
  skipped: { icon: IconCircleMinus, label: "Skipped" },
};

const COMMAND_VERDICTS: Record<ConsideredRule["verdict"], VerdictLabel> = {
  acted: { icon: IconMessageReply, label: "Responded" },
  would_act: { icon: IconEye, label: "Would have responded" },
  passed: { icon: IconCircleMinus, label: "Not triggered" },
  skipped: { icon: IconCircleMinus, label: "Did not respond" },
};

const GIVEAWAY_VERDICTS: Record<ConsideredRule["verdict"], VerdictLabel> = {
  acted: { icon: IconTicket, label: "Entered" },
  would_act: { icon: IconEye, label: "Would have entered" },
  passed: { icon: IconCircleMinus, label: "Not asked for" },
  skipped: { icon: IconCircleMinus, label: "Did not enter" },
};

const KINDS = {
  filter: { name: "Filter", verdicts: FILTER_VERDICTS },
  command: { name: "Command", verdicts: COMMAND_VERDICTS },
  giveaway: { name: "Giveaway", verdicts: GIVEAWAY_VERDICTS },
} as const;

function Reason({ record }: { record: ConsideredRule }) {
  const isCommand = record.kind === "command";
  const kind = KINDS[record.kind];
  const { icon: Icon, label } = kind.verdicts[record.verdict];
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
      <div className="miw-0 breaks">
        <div className="gap-8 wrap flex fw-500 align-baseline">
          <bdi className={isCommand ? "mono" : undefined}>{record.name}</bdi>
          <span className="small muted fw-400">{kind.name}</span>
        </div>
        {isCommand ? (
          <CommandVerdict label={label} record={record} />
        ) : (
          <Verdict label={label} reason={record.reason} />
        )}
      </div>
    </li>
  );
}

function Verdict({ label, reason }: { label: string; reason: string }) {
  return (
    <div className="small muted fw-400">
      {label}
      {reason && (
        <>
          {" · "}
          <bdi>{reason}</bdi>
        </>
      )}
    </div>
  );
}

function CommandVerdict({ label, record }: { label: string; record: ConsideredRule }) {
  const { condition, response, isHypothetical } = commandReason(record);
  return (
    <>
      <Verdict label={label} reason={condition} />
      {response && (
        <div className="medium mt-4">
          {isHypothetical && <span className="muted">Would have responded: </span>}
          <bdi>{response}</bdi>
        </div>
      )}
    </>
  );
}
