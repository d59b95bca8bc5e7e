import { covers, type Provider } from "../../../api/platforms";
import type { Activity, FeedFilter, FeedSettings, Kind } from "./activity-types";
import { ALL_KINDS, isKind } from "./kinds";

const NO_PROVIDERS: readonly Provider[] = [];

/** The filter in a person's settings; `stored` platforms may be of another version. */
export function filterOf(settings: FeedSettings, stored: unknown, known: readonly Provider[]): FeedFilter {
  const providers = Array.isArray(stored) ? known.filter((provider) => stored.includes(provider)) : NO_PROVIDERS;
  return { hiddenKinds: settings.hidden_kinds.filter(isKind), providers, minimum: settings.minimum };
}

export function isShown(activity: Pick<Activity, "kind" | "provider" | "value">, filter: FeedFilter): boolean {
  const { kind, provider, value } = activity;
  const isHidden = filter.hiddenKinds.some((hidden) => hidden === kind);
  return !isHidden && covers(filter.providers, provider) && value >= filter.minimum;
}

export function isFiltered({ hiddenKinds, providers, minimum }: FeedFilter): boolean {
  return hiddenKinds.length > 0 || providers.length > 0 || minimum > 0;
}

/** The kinds to ask the server for: none means all. */
export function requestedKinds({ hiddenKinds }: FeedFilter): Kind[] {
  return hiddenKinds.length === 0 ? [] : ALL_KINDS.filter((kind) => !hiddenKinds.includes(kind));
}

/** The server cannot be asked for no kind at all. */
export function hidesAllKinds({ hiddenKinds }: FeedFilter): boolean {
  return ALL_KINDS.every((kind) => hiddenKinds.includes(kind));
}

/** The hidden kinds after a group is shown or hidden. */
export function withKinds(hidden: readonly Kind[], kinds: readonly Kind[], isVisible: boolean): Kind[] {
  const others = hidden.filter((kind) => !kinds.includes(kind));
  return isVisible ? others : [...others, ...kinds];
}
