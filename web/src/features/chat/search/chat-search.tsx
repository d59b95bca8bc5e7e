import { Button, CloseButton, NativeSelect, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { ChatLine } from "../../../api/chat";
import { dayAndTime, longDateTime } from "../../../lib/time/dates";
import { ShowOlder } from "../../../ui/buttons/show-older";
import { useReturnFocus } from "../../../ui/focus/use-return-focus";
import { ErrorPanel } from "../../../ui/page/error-panel";
import { SkeletonRows } from "../../../ui/skeleton-rows";
import { type SearchQuery, useChatSearch } from "../chat.queries";
import { ChatRowView, type RowContext } from "../rows/chat-row";
import { lineRow } from "../store/chat-window";
import classes from "./chat-search.module.css";
import { NO_SEARCH, problemOf, type SearchFields, searchQuery } from "./search-filters";
import { ViewerField } from "./viewer-field";

interface ChatSearchProps {
  channelId: string;
  context: RowContext;
  onJump: (line: ChatLine) => void;
  onClose: () => void;
}

const SEARCH_DELAY_MS = 300;

export function ChatSearch({ channelId, context, onJump, onClose }: ChatSearchProps) {
  useReturnFocus();
  const [fields, setFields] = useState(NO_SEARCH);
  const [settled] = useDebouncedValue(fields, SEARCH_DELAY_MS);
  const query = searchQuery(settled);
  return (
    <search className={classes["search"]} aria-label="Chat search">
      <SearchForm channelId={channelId} context={context} fields={fields} onChange={setFields} onClose={onClose} />
      <div className={classes["results"]}>
        {query ? (
          <Results channelId={channelId} query={query} context={context} onJump={onJump} />
        ) : (
          <p className={classes["hint"]}>Search your whole chat history</p>
        )}
      </div>
    </search>
  );
}

interface SearchFormProps {
  channelId: string;
  context: RowContext;
  fields: SearchFields;
  onChange: (fields: SearchFields) => void;
  onClose: () => void;
}

function SearchForm({ channelId, context, fields, onChange, onClose }: SearchFormProps) {
  const textField = useRef<HTMLInputElement>(null);
  useEffect(() => textField.current?.focus(), []);
  const change = (part: Partial<SearchFields>) => onChange({ ...fields, ...part });
  const platforms = context.platforms.filter(({ flags }) => flags.chatRead);
  const options = [
    { value: "", label: "All platforms" },
    ...platforms.map(({ provider, name }) => ({ value: provider, label: name })),
  ];
  return (
    <form
      className={classes["form"]}
      onSubmit={(event: FormEvent) => event.preventDefault()}
      onKeyDown={(event) => event.key === "Escape" && !event.defaultPrevented && onClose()}
    >
      <TextInput
        className={classes["text"]}
        label="Text"
        maxLength={200}
        value={fields.text}
        error={problemOf(fields)}
        onChange={(event) => change({ text: event.currentTarget.value })}
        ref={textField}
      />
      <ViewerField
        channelId={channelId}
        context={context}
        viewer={fields.viewer}
        onChange={(viewer) => change({ viewer })}
      />
      <NativeSelect
        label="Platform"
        data={options}
        value={fields.viewer?.provider ?? fields.provider}
        disabled={fields.viewer !== null}
        onChange={(event) => change({ provider: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label="From"
        value={fields.from}
        onChange={(event) => change({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label="To"
        value={fields.to}
        onChange={(event) => change({ to: event.currentTarget.value })}
      />
      <CloseButton className={classes["close"]} aria-label="Close search" onClick={onClose} />
    </form>
  );
}

interface ResultsProps {
  channelId: string;
  query: SearchQuery;
  context: RowContext;
  onJump: (line: ChatLine) => void;
}

function Results({ channelId, query, context, onJump }: ResultsProps) {
  const search = useChatSearch(channelId, query);
  const { data, error, isFetching } = search;
  if (error && !data) {
    return <ErrorPanel isBare error={error} onRetry={() => void search.refetch()} isRetrying={isFetching} />;
  }
  if (!data) return <SkeletonRows count={5} label="Searching" />;
  const lines = data.pages.flatMap(({ records }) => records);
  if (lines.length === 0) return <p className={classes["hint"]}>No results</p>;
  return (
    <>
      <ol className={classes["list"]} aria-label="Search results">
        {lines.map((stored) => {
          const row = lineRow(stored);
          return (
            <li key={row.key} className={classes["result"]}>
              <div className={classes["row"]}>
                <ChatRowView row={row} context={context} />
              </div>
              <time
                className={classes["time"]}
                dateTime={stored.line.sent_at}
                title={longDateTime(stored.line.sent_at)}
              >
                {dayAndTime(stored.line.sent_at)}
              </time>
              <Button size="xs" variant="subtle" onClick={() => onJump(stored.line)}>
                Jump to message
              </Button>
            </li>
          );
        })}
      </ol>
      <ShowOlder pages={search} label="Older results" isFull={false} className={classes["more"]} />
    </>
  );
}
