import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { SEARCH_LIMIT } from "../../lib/search-limit";
import { Segments } from "../../ui/buttons/segments";
import classes from "./import.module.css";
import { KIND_LABELS, MAPPING_LABELS } from "./import-labels";
import type { Kind, Maps } from "./import-types";
import { countOf, kindsOf, type Row, type RowFilter } from "./review";

interface ReviewFiltersProps {
  rows: readonly Row[];
  filter: RowFilter;
  onChange: (filter: RowFilter) => void;
}

const ORDER: readonly Maps[] = ["full", "changed", "cannot"];

export function ReviewFilters({ rows, filter, onChange }: ReviewFiltersProps) {
  const kinds = kindsOf(rows);
  const maps: { value: RowFilter["maps"]; label: string }[] = [
    { value: "all", label: `All ${rows.length}` },
    ...ORDER.map((value) => ({ value, label: `${MAPPING_LABELS[value].label} ${countOf(rows, value)}` })),
  ];
  const kindOptions: { value: Kind | "all"; label: string }[] = [
    { value: "all", label: "All types" },
    ...kinds.map((value) => ({ value, label: KIND_LABELS[value].many })),
  ];
  return (
    <div className={classes["filters"]}>
      <Segments
        label="Status"
        value={filter.maps}
        options={maps}
        onChange={(value) => onChange({ ...filter, maps: value })}
      />
      {kinds.length > 1 && (
        <Segments
          label="Type"
          value={filter.kind}
          options={kindOptions}
          onChange={(kind) => onChange({ ...filter, kind })}
        />
      )}
      <TextInput
        className={classes["search"] ?? ""}
        type="search"
        aria-label="Search name or text"
        placeholder="Search name or text"
        maxLength={SEARCH_LIMIT}
        leftSection={<IconSearch size={15} />}
        value={filter.query}
        onChange={(event) => onChange({ ...filter, query: event.currentTarget.value })}
      />
    </div>
  );
}
