import { covers, type Provider } from "../../../api/platforms";
import type { Activity, FeedFilter, FeedSettings, Kind } from "./activity-types";
import { ALL_KINDS, isKind } from "./kinds";

const NO_PROVIDERS: readonly Provider[] = [];

/** The user's filter; `stored` is the saved choice of platforms, of which those not in `known` are left out. */
export function filterOf(settings: FeedSettings, stored: unknown, known: readonly Provider[]): FeedFilter {
  const providers = Array.isArray(stored) ? known.filter((provider) => stored.includes(provider)) : NO_PROVIDERS;
  return { hiddenKinds: settings.hidden_kinds.filter(isKind), providers, minimums: settings.minimums };
}

type FilteredFields = Pick<Activity, "kind" | "provider" | "size">;

export function isShown(activity: FilteredFields, filter: FeedFilter): boolean {
  return hasShownKindAndPlatform(activity, filter) && !isBelowMinimum(activity, filter);
}

/** Whether the filter would show the activity if it were larger. */
export function isHiddenOnlyBySize(activity: FilteredFields, filter: FeedFilter): boolean {
  return hasShownKindAndPlatform(activity, filter) && isBelowMinimum(activity, filter);
}

function hasShownKindAndPlatform({ kind, provider }: FilteredFields, { hiddenKinds, providers }: FeedFilter): boolean {
  return !hiddenKinds.some((hidden) => hidden === kind) && covers(providers, provider);
}

function isBelowMinimum({ kind, size }: FilteredFields, { minimums }: FeedFilter): boolean {
  return size < (minimums[kind] ?? 0);
}

export function isFiltered(filter: FeedFilter): boolean {
  return hidesKindsOrPlatforms(filter) || Object.keys(filter.minimums).length > 0;
}

/** Whether the filter hides kinds or platforms, regardless of size. */
export function hidesKindsOrPlatforms({ hiddenKinds, providers }: FeedFilter): boolean {
  return hiddenKinds.length > 0 || providers.length > 0;
}

/** Minimums as query parameters, such as "cheer:100". */
export function requestedMinimums({ minimums }: FeedFilter): string[] {
  return Object.entries(minimums).map(([kind, minimum]) => `${kind}:${minimum}`);
}

/** The minimums with a new minimum for the kinds of a group; 0 removes their minimum. */
export function withMinimum(
  minimums: Readonly<Record<string, number>>,
  kinds: readonly Kind[],
  minimum: number,
): Record<string, number> {
  const others = Object.entries(minimums).filter(([kind]) => !kinds.some((changed) => changed === kind));
  const changed = minimum > 0 ? kinds.map((kind): [string, number] => [kind, minimum]) : [];
  return Object.fromEntries([...others, ...changed]);
}

/** The kinds to request; an empty list requests all. */
export function requestedKinds({ hiddenKinds }: FeedFilter): Kind[] {
  return hiddenKinds.length === 0 ? [] : ALL_KINDS.filter((kind) => !hiddenKinds.includes(kind));
}

/** Whether every kind is hidden. Nothing is requested then: an empty list requests all kinds. */
export function hidesAllKinds({ hiddenKinds }: FeedFilter): boolean {
  return ALL_KINDS.every((kind) => hiddenKinds.includes(kind));
}

/** The hidden kinds after a group is shown or hidden. */
export function withKinds(hidden: readonly Kind[], kinds: readonly Kind[], isVisible: boolean): Kind[] {
  const others = hidden.filter((kind) => !kinds.includes(kind));
  return isVisible ? others : [...others, ...kinds];
}
