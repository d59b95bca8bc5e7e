import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { type ReactElement, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { VList, type VListHandle } from "virtua";
import { formatCount } from "../number-format";
import { AddTerms } from "./add-terms";
import { TermLine } from "./term-line";
import { MAX_TERMS, searchTerms, type TermList, type TermRow } from "./terms";
import classes from "./terms.module.css";

interface TermsEditorProps extends TermList {
  onChange: (part: Partial<TermList>) => void;
  /** Errors of terms, by the key of their row. */
  problems: Readonly<Record<number, string>>;
  error?: string | undefined;
  isLocked: boolean;
}

const LINE_HEIGHT = 36;
const MAX_LINES_SHOWN = 8;

/** Field that adds terms, above the searchable list of up to ten thousand terms. */
export function TermsEditor({ rows, unadded, onChange, problems, error, isLocked }: TermsEditorProps) {
  const [query, setQuery] = useState("");
  const found = useMemo(() => searchTerms(rows, query), [rows, query]);
  const list = useRef<VListHandle>(null);
  const firstInvalid = found.findIndex(({ key }) => problems[key] !== undefined);
  const invalid = Object.keys(problems).length;
  useEffect(() => {
    if (invalid > 0 && firstInvalid >= 0) list.current?.scrollToIndex(firstInvalid, { align: "start" });
  }, [invalid, firstInvalid]);
  const set = (row: TermRow) => onChange({ rows: rows.map((other) => (other.key === row.key ? row : other)) });
  return (
    <div className="column gap-8 miw-0">
      {!isLocked && <AddTerms rows={rows} unadded={unadded} onChange={onChange} />}
      <div className="row gap-8 wrap">
        <span className="small grow muted digits nowrap">
          {formatCount(rows.length)} of {formatCount(MAX_TERMS)} terms
        </span>
        <TextInput
          className={classes["search"] ?? ""}
          type="search"
          aria-label="Search terms"
          placeholder="Search terms"
          leftSection={<IconSearch size={15} />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
      </div>
      {invalid > 0 && <p className={classes["problem"]}>{problemCount(invalid)}</p>}
      {error && <p className={classes["problem"]}>{error}</p>}
      <Lines found={found} list={list}>
        {(row) => (
          <TermLine
            key={row.key}
            row={row}
            problem={problems[row.key]}
            isLocked={isLocked}
            onChange={set}
            onRemove={() => onChange({ rows: rows.filter(({ key }) => key !== row.key) })}
          />
        )}
      </Lines>
      {found.length === 0 && (
        <p className="fs-chat faint py-8">{rows.length === 0 ? "No terms yet." : "No terms found."}</p>
      )}
    </div>
  );
}

interface LinesProps {
  found: readonly TermRow[];
  list: RefObject<VListHandle | null>;
  children: (row: TermRow) => ReactElement;
}

/** Short lists are rendered in full, long ones in a virtual scroller. */
function Lines({ found, list, children }: LinesProps) {
  if (found.length === 0) return null;
  if (found.length <= MAX_LINES_SHOWN) return <div className={classes["list"]}>{found.map(children)}</div>;
  return (
    <div className={classes["window"]}>
      <VList ref={list} className={classes["list"] ?? ""} data={found} itemSize={LINE_HEIGHT}>
        {children}
      </VList>
    </div>
  );
}

function problemCount(count: number): string {
  return count === 1 ? "1 term is invalid." : `${count} terms are invalid.`;
}
