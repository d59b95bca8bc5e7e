import type { ApiTokenBody } from "../../../api/types";

export type Scope = ApiTokenBody["scopes"][number];

interface ScopeArea {
  title: string;
  view?: Scope;
  change?: Scope;
}

/** Scopes of API tokens by area; no token may have `channel.delete` or `rehearsal.control`. */
export const SCOPE_AREAS: readonly ScopeArea[] = [
  { title: "Channel", view: "channel.read" },
  { title: "Chat", view: "chat.read" },
  { title: "Moderation and sending", change: "moderation.use" },
  { title: "Activity feed", view: "activity.read" },
  { title: "Stats", view: "stats.read" },
  { title: "Title and category", change: "title.update" },
  { title: "Ads", change: "ads.run" },
  { title: "Commands", view: "commands.read", change: "commands.manage" },
  { title: "Timers", view: "timers.read", change: "timers.manage" },
  { title: "Filters", view: "filters.read", change: "filters.manage" },
  { title: "Quotes", view: "quotes.read", change: "quotes.manage" },
  { title: "Points and games", view: "gambling.read", change: "gambling.manage" },
  { title: "Giveaways", view: "giveaways.read", change: "giveaways.manage" },
  { title: "Viewer queue", view: "queues.read", change: "queues.manage" },
  { title: "Widgets", change: "widgets.manage" },
  { title: "Platforms and channel settings", view: "platforms.read", change: "platforms.manage" },
  { title: "User access and audit log", change: "access.manage" },
];

/** Adds or removes a scope, so that the scope to change an area always includes the scope to view it. */
export function withScope(scopes: readonly Scope[], scope: Scope, isOn: boolean): Scope[] {
  const { view, change } = SCOPE_AREAS.find((area) => scope === area.view || scope === area.change) ?? {};
  if (isOn) return [...new Set([...scopes, scope, ...(scope === change && view ? [view] : [])])];
  return scopes.filter((one) => one !== scope && !(scope === view && one === change));
}

/** "Stats, Commands (change)" */
export function scopesLabel(scopes: readonly string[]): string {
  const has = (scope: Scope | undefined) => scope !== undefined && scopes.includes(scope);
  const areas = SCOPE_AREAS.filter(({ view, change }) => has(view) || has(change));
  return areas.map(({ title, change }) => (has(change) ? `${title} (change)` : title)).join(", ");
}
