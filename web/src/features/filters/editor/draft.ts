import type { Filter, FilterBody, FilterDraft, FilterSettings, FilterTypeInfo, Step } from "../filter-types";
import { toTerms } from "../terms/terms";
import type { FilterContents } from "./use-filter-sheet";

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
    // The cast is safe: `settings` is optional only because requests share the schema.
    settings: withoutTerms(filter.settings as FilterSettings),
  };
}

// Terms are fetched and edited separately.
function withoutTerms(settings: FilterDraft["settings"]): FilterDraft["settings"] {
  if (!("terms" in settings)) return settings;
  const { terms: _terms, ...rest } = settings;
  return rest;
}

/** A new filter with the server's defaults. */
export function newDraft({ defaults, title }: FilterTypeInfo): FilterDraft {
  // The cast is safe: the defaults come from the same model as the API types.
  const draft = { ...defaults, name: title } as FilterDraft;
  return { ...draft, settings: withoutTerms(draft.settings) };
}

/** The request body; `isWithTerms` is false if the terms are unchanged or the filter has none. */
export function bodyOf({ rows, unadded: _unadded, ...draft }: FilterContents, isWithTerms: boolean): FilterBody {
  const settings = isWithTerms ? { ...draft.settings, terms: toTerms(rows) } : draft.settings;
  // The cast is safe: type and settings have matched since the draft was created, but the compiler sees two unions.
  return { ...draft, name: draft.name.trim(), ladder: draft.ladder.map(stepBody), settings } as FilterBody;
}

// NaN would be sent as null, which means the default of 60 seconds; 0 is rejected with an error at the step.
function stepBody(step: Step): Step {
  return Number.isNaN(step.seconds) ? { ...step, seconds: 0 } : step;
}
