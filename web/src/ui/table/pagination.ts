interface PageRange {
  from: number;
  to: number;
  totalRecords: number;
}

/** Texts of a paged DataTable, as props to spread. */
export const paginationLabels = {
  paginationText: ({ from, to, totalRecords }: PageRange) => `${from} - ${to} / ${totalRecords}`,
  recordsPerPageLabel: "Records per page",
};
