import type { AuditRecord } from "./audit-types";

export type AuthorKind = AuditRecord["author"]["kind"];

/** Filter of the log; part of the page's URL, so that users can link to a filtered log. */
export interface AuditFilter {
  search: string;
  /** Key of a person; empty for all. */
  person: string;
  /** How changes were made; empty for all. */
  kind: AuthorKind | "";
  /** Key of a section; empty for all. */
  section: string;
  /** Number of days, today included, or "all". */
  days: string;
}

export const DEFAULT_DAYS = "7";
const ALL = "all";

export const PERIODS = [
  { value: "1", label: "Today" },
  { value: "7", label: "Last 7 days" },
  { value: "30", label: "Last 30 days" },
  { value: ALL, label: "All time" },
];

export const AUTHOR_KINDS: readonly { value: AuthorKind | ""; label: string }[] = [
  { value: "", label: "All sources" },
  { value: "person", label: "Dashboard" },
  { value: "token", label: "API tokens" },
  { value: "chat", label: "Chat commands" },
  { value: "job", label: "Automatic" },
];

export function readAuthorKind(text: string | null): AuthorKind | "" {
  return AUTHOR_KINDS.find(({ value }) => value === text)?.value ?? "";
}

export function readFilter(params: URLSearchParams): AuditFilter {
  const days = params.get("days") ?? DEFAULT_DAYS;
  return {
    search: params.get("search") ?? "",
    person: params.get("person") ?? "",
    kind: readAuthorKind(params.get("kind")),
    section: params.get("section") ?? "",
    days: PERIODS.some(({ value }) => value === days) ? days : DEFAULT_DAYS,
  };
}

/** The parameters of the URL, without the defaults. */
export function writeFilter(filter: AuditFilter): URLSearchParams {
  const params = new URLSearchParams();
  for (const name of ["search", "person", "kind", "section"] as const) if (filter[name]) params.set(name, filter[name]);
  if (filter.days !== DEFAULT_DAYS) params.set("days", filter.days);
  return params;
}

export function isNarrowed(filter: AuditFilter): boolean {
  return writeFilter({ ...filter, days: DEFAULT_DAYS }).size > 0 || filter.days !== ALL;
}

export const NO_FILTER: AuditFilter = { search: "", person: "", kind: "", section: "", days: ALL };

/** Parameters of the API request; the period begins at local midnight and includes today. */
export function queryOf({ search, person, kind, section, days }: AuditFilter, now = new Date()) {
  const since = new Date(now.getFullYear(), now.getMonth(), now.getDate() - Number(days) + 1);
  return { search, person, section, ...(kind && { kind }), ...(days !== ALL && { since: since.toISOString() }) };
}
