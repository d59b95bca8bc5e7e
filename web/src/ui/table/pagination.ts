interface PageRange {
  from: number;
  to: number;
  totalRecords: number;
}

/** Spread into every DataTable that pages. */
export const paginationLabels = {
  paginationText: ({ from, to, totalRecords }: PageRange) => `${from} - ${to} / ${totalRecords}`,
  recordsPerPageLabel: "Records per page",
};
