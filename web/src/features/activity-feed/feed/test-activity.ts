import type { LiveMessage } from "../../../api/live";
import type { Activity, FeedFilter, FeedPages, FeedSettings } from "./activity-types";

export const NO_FILTER: FeedFilter = { hiddenKinds: [], providers: [], minimums: {} };

export const settings: FeedSettings = {
  hidden_kinds: [],
  minimums: {},
  group_follows: true,
  has_sound: false,
  volume: 50,
};

/** An activity, by default a sub on Twitch. Ids are compared as text, like the ids of the server. */
export function activity(overrides: Partial<Activity> = {}): Activity {
  return {
    id: "a5",
    connection_id: "p1",
    provider: "twitch",
    kind: "sub",
    viewer_id: "v1",
    viewer_name: "Odalys",
    count: 1,
    amount: 0,
    currency: "",
    decimals: 2,
    value: 4_990_000,
    size: 1,
    months: 1,
    tier: "1",
    title: "",
    message: "",
    recipients: [],
    stream_id: null,
    happened_at: "2030-01-02T20:00:00Z",
    is_backlog: false,
    is_test: false,
    acknowledged: false,
    ...overrides,
  };
}

/** The live event of a new or changed activity. */
export function event(overrides: Partial<Activity> = {}): LiveMessage<"activity"> {
  const { acknowledged: _own, ...shared } = activity(overrides);
  return { type: "activity", activity: shared };
}

/** Loaded pages with these rows; `cursor` and `smaller` are the `cursor` and `smaller_ids` of the last page. */
export function pages(rows: Activity[][], cursor: string | null = null, smaller: string[] = []): FeedPages {
  const last = rows.length - 1;
  return {
    pages: rows.map((records, index) => ({
      records,
      cursor: index === last ? cursor : "more",
      smaller_ids: index === last ? smaller : [],
    })),
    pageParams: rows.map((_, index) => (index === 0 ? null : "more")),
  };
}
