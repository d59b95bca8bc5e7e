import type { Filter, FilterBody, FilterDraft, FilterSettings, FilterTypeInfo, Step } from "../filter-types";
import { toTerms } from "../terms/terms";
import type { Contents } from "./use-filter-sheet";

/** What can be changed about a filter, without what the server adds. */
export function draftOf(filter: Filter): FilterDraft {
  const { ladder = [] } = filter;
  return {
    name: filter.name,
    type: filter.type,
    enabled: filter.enabled,
    mode: filter.mode,
    providers: filter.providers,
    exempt_level: filter.exempt_level,
    exempt_viewers: filter.exempt_viewers,
    ladder,
    message: filter.message,
    strike_seconds: filter.strike_seconds,
    // An answer always has them: only a request may leave them out, and both share one description.
    settings: withoutTerms(filter.settings as FilterSettings),
  };
}

// Terms have a list of their own; here they would only say that nothing is known of them.
function withoutTerms(settings: FilterDraft["settings"]): FilterDraft["settings"] {
  if (!("terms" in settings)) return settings;
  const { terms: _elsewhere, ...rest } = settings;
  return rest;
}

/** A new filter as the server offers it. */
export function newDraft({ defaults }: FilterTypeInfo, name: string): FilterDraft {
  // The server writes the defaults of a type from the same model that the API's types describe.
  const offered = { ...defaults, name } as FilterDraft;
  return { ...offered, settings: withoutTerms(offered.settings) };
}

/** What is sent; the terms are left out where they stay as they are. */
export function bodyOf({ rows, ...draft }: Contents, isWithTerms: boolean): FilterBody {
  const settings = isWithTerms ? { ...draft.settings, terms: toTerms(rows) } : draft.settings;
  // Type and settings belong together since the draft was made; the compiler sees two unions.
  return { ...draft, name: draft.name.trim(), ladder: draft.ladder.map(sentStep), settings } as FilterBody;
}

// What is no number leaves as nothing, and without a length the server takes sixty seconds. None at all it refuses, and
// says so at the step.
function sentStep(step: Step): Step {
  return Number.isNaN(step.seconds) ? { ...step, seconds: 0 } : step;
}
