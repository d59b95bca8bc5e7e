import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { type ReactNode, useId } from "react";
import { SEARCH_LIMIT } from "../../lib/search-limit";
import { Panel } from "../panel";
import classes from "./list.module.css";

interface ListPanelProps {
  title: string;
  /** How many there are; nothing while that is not known. */
  count: number | undefined;
  /** One line that says what this is for. */
  about: string;
  /** What is looked for. */
  query: string;
  onQuery: (query: string) => void;
  searchLabel: string;
  /** The primary button, and what else belongs beside the title. */
  actions: ReactNode;
  /** What else narrows the list, beside the search. */
  beside?: ReactNode;
  /** What stands where the search stood, while something else is to be done. */
  instead?: ReactNode;
  /** What stands below the search, above the rows. */
  bar?: ReactNode;
  children: ReactNode;
}

/** The frame of a list: title with its count, what it is for, search, and the rows. */
export function ListPanel(props: ListPanelProps) {
  const { title, count, about, query, onQuery, searchLabel, actions, beside, instead, bar, children } = props;
  const id = useId();
  return (
    // It takes the focus that a row had which is gone.
    <Panel className={classes["panel"] ?? ""} aria-labelledby={id} tabIndex={-1}>
      <header className={classes["head"]}>
        <h1 id={id}>{title}</h1>
        {count !== undefined && <span className={classes["count"]}>{count.toLocaleString("en-GB")}</span>}
        <span className={classes["actions"]}>{actions}</span>
      </header>
      <p className={classes["about"]}>{about}</p>
      {instead || (
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
          {beside}
        </div>
      )}
      {bar}
      {children}
    </Panel>
  );
}
