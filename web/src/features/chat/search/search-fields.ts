export interface SearchFields {
  text: string;
  provider: string;
  viewer: { provider: string; id: string; name: string } | null;
  /** Days as written by a date input. */
  from: string;
  to: string;
}

export const NO_SEARCH: SearchFields = { text: "", provider: "", viewer: null, from: "", to: "" };
