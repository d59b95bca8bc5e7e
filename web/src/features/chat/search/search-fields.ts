export interface SearchFields {
  text: string;
  provider: string;
  viewer: { provider: string; id: string; name: string } | null;
  /** Days as a date input writes them, such as "2025-03-04"; empty without a limit. */
  from: string;
  to: string;
}

export const NO_SEARCH: SearchFields = { text: "", provider: "", viewer: null, from: "", to: "" };
