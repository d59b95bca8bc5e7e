import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { clsx } from "clsx";
import { useCommandPrefix } from "../../../session/commands/command-prefix";
import { EmptyState } from "../../../ui/empty-state";
import list from "../../../ui/list/list.module.css";
import { ListPlaceholder } from "../../../ui/list/list-placeholder";
import { ShowMore } from "../../../ui/list/show-more";
import { MirrorPicture } from "../../../ui/mirror-picture";
import classes from "../quotes.module.css";
import type { useQuotes } from "../quotes.queries";
import { QuoteRow } from "./quote-row";

interface QuoteListProps {
  channelId: string;
  quotes: ReturnType<typeof useQuotes>;
  canManage: boolean;
  isSearch: boolean;
  onNew: () => void;
}

export function QuoteList({ channelId, quotes, canManage, isSearch, onNew }: QuoteListProps) {
  const { data } = quotes;
  if (!data) return <ListPlaceholder query={quotes} label="Loading quotes" />;
  if (data.records.length === 0 && isSearch) {
    return <EmptyState title="No quotes found" about="Try other words, a name, or a number like #12." />;
  }
  if (data.records.length === 0) return <NoQuotes channelId={channelId} canManage={canManage} onNew={onNew} />;
  return (
    <>
      <div className={clsx(list["columns"], classes["columns"])} aria-hidden="true">
        <span className={classes["number"]}>No.</span>
        <span>Quote</span>
        <span className={classes["category"]}>Category</span>
        <span className={classes["platform"]} />
        <span className={classes["date"]}>Date</span>
      </div>
      <ul className={list["rows"]}>
        {data.records.map((quote) => (
          <QuoteRow key={quote.id} channelId={channelId} quote={quote} canManage={canManage} />
        ))}
      </ul>
      <ShowMore list={quotes} shown={data.records.length} total={data.total} />
    </>
  );
}

function NoQuotes({ channelId, canManage, onNew }: { channelId: string; canManage: boolean; onNew: () => void }) {
  const prefix = useCommandPrefix(channelId);
  return (
    <EmptyState
      title="No quotes yet"
      about={`Save the best lines of your stream. Chat recalls them with ${prefix}quote by number, by word or at random.`}
      picture={<MirrorPicture />}
    >
      {canManage && (
        <Button leftSection={<IconPlus size={16} />} onClick={onNew}>
          Add quote
        </Button>
      )}
    </EmptyState>
  );
}
