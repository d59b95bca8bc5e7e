interface PageRange {
  from: number;
  to: number;
  totalRecords: number;
}

/** Spread into every DataTable that pages. */
export const paginationWords = {
  paginationText: ({ from, to, totalRecords }: PageRange) => `${from} - ${to} / ${totalRecords}`,
  recordsPerPageLabel: "Records per page",
};
