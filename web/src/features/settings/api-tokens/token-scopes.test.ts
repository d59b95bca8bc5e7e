import { expect, test } from "vitest";
import type { Permission } from "../../../api/types";
import { isExpired, tokenFact, usedFact } from "./token-labels";
import { SCOPE_AREAS, scopesLabel, withScope } from "./token-scopes";

// Written by hand: a new permission is a type error until this list has a line for it.
const OFFERED: Record<Permission, boolean> = {
  "channel.read": true,
  "chat.read": true,
  "activity.read": true,
  "stats.read": true,
  "platforms.read": true,
  "commands.read": true,
  "timers.read": true,
  "filters.read": true,
  "quotes.read": true,
  "gambling.read": true,
  "giveaways.read": true,
  "queues.read": true,
  "moderation.use": true,
  "rehearsal.control": false,
  "commands.manage": true,
  "timers.manage": true,
  "filters.manage": true,
  "quotes.manage": true,
  "gambling.manage": true,
  "giveaways.manage": true,
  "queues.manage": true,
  "widgets.manage": true,
  "title.update": true,
  "ads.run": true,
  "platforms.manage": true,
  "access.manage": true,
  "channel.delete": false,
};

test("every permission that a token may have is offered once", () => {
  const offered = SCOPE_AREAS.flatMap(({ view, change }) => [view, change].filter((one) => one !== undefined));
  const expected = Object.entries(OFFERED).filter(([, isOffered]) => isOffered);
  expect(offered.toSorted()).toEqual(expected.map(([scope]) => scope).toSorted());
});

test("adding the change scope adds the view scope, and removing the view scope removes the change scope", () => {
  expect(withScope(["stats.read"], "commands.manage", true)).toEqual([
    "stats.read",
    "commands.manage",
    "commands.read",
  ]);
  expect(withScope(["commands.read", "commands.manage"], "commands.read", false)).toEqual([]);
  expect(withScope(["commands.read", "commands.manage"], "commands.manage", false)).toEqual(["commands.read"]);
  expect(withScope([], "ads.run", true)).toEqual(["ads.run"]);
});

test("the areas of a token are listed by their labels", () => {
  expect(scopesLabel(["commands.manage", "commands.read", "stats.read"])).toBe("Stats, Commands (change)");
});

test("a token says when it expires and when it was used", () => {
  const now = Date.UTC(2026, 2, 4, 12);
  const token = { last_four: "a1b2", expires_at: "2026-03-04T12:00:00Z" };
  expect([isExpired(token, now), isExpired(token, now - 1)]).toEqual([true, false]);
  expect(tokenFact(token, now)).toBe("grt_…a1b2 · expired 4 Mar 2026");
  expect(tokenFact(token, now - 1)).toBe("grt_…a1b2 · expires 4 Mar 2026");
  expect(tokenFact({ ...token, expires_at: null }, now)).toBe("grt_…a1b2 · never expires");
  expect(usedFact({ last_used_at: "2026-03-04T11:55:00Z" }, now)).toBe("Last used 5m ago");
  expect(usedFact({ last_used_at: null }, now)).toBe("Never used");
});
