import "mantine-datatable/styles.css";
import { paginationLabels } from "./pagination";
import classes from "./record-table.module.css";

/** Spread into a DataTable on its panel: no box around it, hairlines between rows, our words below it. */
export const recordTable = {
  className: classes["table"] ?? "",
  classNames: { pagination: classes["footer"] ?? "" },
  highlightOnHover: true,
  verticalAlign: "center",
  minHeight: 160,
} as const;

/** The same for a table in pages. */
export const pagedRecordTable = { ...recordTable, ...paginationLabels };
