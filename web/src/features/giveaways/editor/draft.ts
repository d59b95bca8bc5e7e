import { isoTime, localMinute } from "../../../lib/time/local-minute";
import type { Giveaway, GiveawayBody, GiveawayDraft, GiveawayRules } from "../giveaway-types";

export const NEW_GIVEAWAY: GiveawayDraft = {
  title: "",
  prize: "",
  entry: "keyword",
  keyword: "",
  ticket_cost: 0,
  max_tickets: 1,
  min_level: 0,
  follow_days: 0,
  account_days: 0,
  watch_minutes: 0,
  min_messages: 0,
  excludes_staff: true,
  past_winner_days: 0,
  weights: { sub: 1, vip: 1, mod: 1 },
  winners: 1,
  claim_seconds: 60,
  reminder_minutes: 5,
  announces: true,
  opens_at: "",
  closes_at: "",
};

/** A new giveaway with the channel's default rules. */
export function newDraft(defaults: GiveawayRules): GiveawayDraft {
  return { ...NEW_GIVEAWAY, ...defaults, weights: { ...NEW_GIVEAWAY.weights, ...defaults.weights } };
}

/** The rules of a draft, without title, prize, keyword and times, which belong to one giveaway. */
export function rulesOf(draft: GiveawayDraft): GiveawayRules {
  const { title: _title, prize: _prize, keyword: _keyword, opens_at: _opens, closes_at: _closes, ...rules } = draft;
  return rules;
}

export function draftOf(giveaway: Giveaway): GiveawayDraft {
  // Only the fields of a draft are copied, because a stored giveaway has more.
  const names = Object.keys(NEW_GIVEAWAY) as (keyof GiveawayDraft)[];
  const fields = Object.fromEntries(names.map((name) => [name, giveaway[name] ?? NEW_GIVEAWAY[name]]));
  return {
    ...NEW_GIVEAWAY,
    ...fields,
    weights: { ...NEW_GIVEAWAY.weights, ...giveaway.weights },
    opens_at: localMinute(giveaway.opens_at ?? null),
    closes_at: localMinute(giveaway.closes_at ?? null),
  };
}

/** The request body. An unchanged time keeps its seconds, which the input does not show. */
export function bodyOf(draft: GiveawayDraft, stored: Giveaway | null): GiveawayBody {
  return {
    ...draft,
    opens_at: timeOf(draft.opens_at, stored?.opens_at ?? null),
    closes_at: timeOf(draft.closes_at, stored?.closes_at ?? null),
  };
}

function timeOf(minute: string, stored: string | null): string | null {
  return minute === localMinute(stored) ? stored : isoTime(minute);
}
