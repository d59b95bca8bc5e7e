import type { ApiTokenBody } from "../../../api/types";
import { ALL_SUBJECTS } from "../../../session/access/subjects";

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
  ...ALL_SUBJECTS.map(({ title, read, manage }) => ({ title, ...(read && { view: read }), change: manage })),
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
