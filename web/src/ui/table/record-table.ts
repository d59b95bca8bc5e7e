import "mantine-datatable/styles.css";
import { paginationLabels } from "./pagination";
import classes from "./record-table.module.css";

/** Shared DataTable props: no border, hairlines between rows. */
export const recordTable = {
  className: classes["table"] ?? "",
  classNames: { pagination: classes["footer"] ?? "" },
  highlightOnHover: true,
  verticalAlign: "center",
  minHeight: 160,
} as const;

/** Shared props of a paged DataTable. */
export const pagedRecordTable = { ...recordTable, ...paginationLabels };
