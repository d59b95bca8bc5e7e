import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { type ReactNode, useId } from "react";
import { formatCount } from "../../lib/locale";
import { SEARCH_LIMIT } from "../../lib/search";
import { Panel } from "../panel";
import classes from "./list.module.css";

interface ListPanelProps {
  title: string;
  /** Number of items; undefined while loading. */
  count: number | undefined;
  /** Whether there are more items than `count`, which is then shown as "100+". */
  hasMore?: boolean | undefined;
  /** One line about the list. */
  about: ReactNode;
  /** The search text. */
  query: string;
  onQuery: (query: string) => void;
  searchLabel: string;
  /** Buttons beside the title. */
  actions: ReactNode;
  /** Other filters beside the search. */
  filters?: ReactNode;
  /** Shown in place of the search and the filters. */
  bulkActions?: ReactNode;
  /** Content between the search and the rows. */
  bar?: ReactNode;
  children: ReactNode;
}

/** Frame of a list: title with count, description, search and rows. */
export function ListPanel(props: ListPanelProps) {
  const { title, count, hasMore, about, query, onQuery, searchLabel, actions, filters, bulkActions, bar, children } =
    props;
  const id = useId();
  return (
    // Takes the focus of a removed row.
    <Panel className={classes["panel"] ?? ""} aria-labelledby={id} tabIndex={-1}>
      <header className={classes["head"]}>
        <h1 id={id}>{title}</h1>
        {count !== undefined && <span className="badge digits">{formatCount(count, hasMore)}</span>}
        <span className={classes["actions"]}>{actions}</span>
      </header>
      <p className="small muted pb-12 px-16">{about}</p>
      {bulkActions || (
        <div className={classes["narrow"]}>
          <TextInput
            className={classes["search"] ?? ""}
            type="search"
            aria-label={searchLabel}
            placeholder={searchLabel}
            maxLength={SEARCH_LIMIT}
            leftSection={<IconSearch size={15} />}
            value={query}
            onChange={(event) => onQuery(event.currentTarget.value)}
          />
          {filters}
        </div>
      )}
      {bar}
      {children}
    </Panel>
  );
}
