import { Autocomplete, Button, CloseButton, NativeSelect, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { ChatLine, StoredLine } from "../../../api/chat";
import { platformName } from "../../../api/platforms";
import { SEARCH_DELAY_MS } from "../../../lib/search";
import { dayAndTime, longDateTime } from "../../../lib/time/dates";
import { ShowOlder } from "../../../ui/buttons/show-older";
import { useReturnFocus } from "../../../ui/focus/use-return-focus";
import { ErrorPanel } from "../../../ui/page/error-panel";
import { SkeletonRows } from "../../../ui/skeleton-rows";
import { type SearchQuery, useChatSearch, useViewerSearch } from "../chat.queries";
import { ChatRowView, type RowContext } from "../rows/chat-row";
import { lineRow } from "../store/chat-window";
import classes from "./chat-search.module.css";
import type { SearchFields } from "./search-fields";
import { problemOf, searchQuery } from "./search-filters";

export interface ChatSearchProps {
  channelId: string;
  context: RowContext;
  fields: SearchFields;
  onChange: (fields: SearchFields) => void;
  /** Key of the result that is shown in the chat. */
  shownKey: string | null;
  /** How often the user came back to the results; each time the result shown in the chat gets the focus. */
  returnCount: number;
  onJump: (line: ChatLine) => void;
  onClose: () => void;
}

/** Search form and results; the parent stores `fields`, so that they remain when the search is closed. */
export function ChatSearch({ channelId, context, fields, onChange, onClose, ...results }: ChatSearchProps) {
  useReturnFocus();
  const [debounced] = useDebouncedValue(fields, SEARCH_DELAY_MS);
  const query = searchQuery(debounced);
  return (
    <search
      className="column grow bg-panel miw-0 mih-0"
      aria-label="Chat search"
      onKeyDown={(event) => event.key === "Escape" && !event.defaultPrevented && onClose()}
    >
      <div className={classes["bar"]}>
        <h2 className="grow muted fs-small fw-400">Search</h2>
        <CloseButton aria-label="Close search" onClick={onClose} />
      </div>
      <SearchForm
        channelId={channelId}
        context={context}
        fields={fields}
        takesFocus={results.returnCount === 0}
        onChange={onChange}
      />
      <div className={classes["results"]}>
        {query ? (
          <Results channelId={channelId} query={query} context={context} {...results} />
        ) : (
          <p className="muted px-16 ta-center py-24">Search your whole chat history</p>
        )}
      </div>
    </search>
  );
}

interface SearchFormProps {
  channelId: string;
  context: RowContext;
  fields: SearchFields;
  takesFocus: boolean;
  onChange: (fields: SearchFields) => void;
}

function SearchForm({ channelId, context, fields, takesFocus, onChange }: SearchFormProps) {
  const textField = useRef<HTMLInputElement>(null);
  const focusOnOpen = useRef(takesFocus);
  useEffect(() => {
    if (!focusOnOpen.current) return;
    textField.current?.focus();
    textField.current?.select();
  }, []);
  const change = (part: Partial<SearchFields>) => onChange({ ...fields, ...part });
  const platforms = context.platforms.filter(({ flags }) => flags.chatRead);
  const options = [
    { value: "", label: "All platforms" },
    ...platforms.map(({ provider, name }) => ({ value: provider, label: name })),
  ];
  return (
    <form className={classes["form"]} onSubmit={(event: FormEvent) => event.preventDefault()}>
      <TextInput
        className="all-columns"
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
    </form>
  );
}

interface ResultsProps extends Pick<ChatSearchProps, "channelId" | "context" | "shownKey" | "returnCount" | "onJump"> {
  query: SearchQuery;
}

function Results({ channelId, query, ...props }: ResultsProps) {
  const search = useChatSearch(channelId, query);
  const { data, error, isFetching } = search;
  if (error && !data) {
    return <ErrorPanel isBare error={error} onRetry={() => void search.refetch()} isRetrying={isFetching} />;
  }
  if (!data) return <SkeletonRows count={5} label="Searching" />;
  const lines = data.pages.flatMap(({ records }) => records);
  if (lines.length === 0) return <p className="muted px-16 ta-center py-24">No results</p>;
  return (
    <>
      <ResultList lines={lines} {...props} />
      <ShowOlder pages={search} label="Older results" isFull={false} className={classes["more"]} />
    </>
  );
}

interface ResultListProps extends Pick<ResultsProps, "context" | "shownKey" | "returnCount" | "onJump"> {
  lines: readonly StoredLine[];
}

function ResultList({ lines, context, shownKey, returnCount, onJump }: ResultListProps) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (returnCount > 0) list.current?.querySelector<HTMLElement>("[aria-current] [data-jump]")?.focus();
  }, [returnCount]);
  return (
    <ol ref={list} className="plain-list fs-chat" aria-label="Search results">
      {lines.map((stored) => {
        const row = lineRow(stored);
        return (
          <li key={row.key} className={classes["result"]} {...(row.key === shownKey && { "aria-current": "true" })}>
            <ChatRowView row={row} context={context} />
            <div className={classes["foot"]}>
              <time
                className="muted fs-small digits nowrap"
                dateTime={stored.line.sent_at}
                title={longDateTime(stored.line.sent_at)}
              >
                {dayAndTime(stored.line.sent_at)}
              </time>
              <Button
                className={classes["jump"] ?? ""}
                size="compact-sm"
                variant="subtle"
                data-jump
                onClick={() => onJump(stored.line)}
              >
                Jump to message
              </Button>
            </div>
          </li>
        );
      })}
    </ol>
  );
}

interface ViewerFieldProps {
  channelId: string;
  context: RowContext;
  viewer: SearchFields["viewer"];
  onChange: (viewer: SearchFields["viewer"]) => void;
}

/** Field that picks one viewer; options name the platform, because a name may exist on several. */
function ViewerField({ channelId, context, viewer, onChange }: ViewerFieldProps) {
  const labelOf = ({ provider, name }: { provider: string; name: string }) =>
    `${name} · ${platformName(context.platforms, provider)}`;
  const [typed, setTyped] = useState(viewer ? labelOf(viewer) : "");
  const [debounced] = useDebouncedValue(typed.trim(), SEARCH_DELAY_MS);
  const { data } = useViewerSearch(channelId, viewer ? "" : debounced);
  const found = (data?.records ?? []).map((account) => ({
    value: labelOf(account),
    viewer: { provider: account.provider, id: account.provider_viewer_id, name: account.name },
  }));
  const names = [...new Set(found.map(({ value }) => value))];

  function choose(value: string) {
    const chosen = found.find((option) => option.value === value);
    if (!chosen) return;
    setTyped(value);
    onChange(chosen.viewer);
  }

  function type(value: string) {
    setTyped(value);
    if (viewer) onChange(null);
  }

  return (
    <Autocomplete
      label="Viewer"
      data={names}
      value={typed}
      maxLength={100}
      // The server has already matched the names.
      filter={({ options }) => options}
      onChange={type}
      onOptionSubmit={choose}
      rightSection={typed && <CloseButton size="sm" aria-label="Clear viewer" onClick={() => type("")} tabIndex={-1} />}
      comboboxProps={{ portalProps: { target: "main" } }}
    />
  );
}
