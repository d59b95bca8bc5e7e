import type { InfiniteData } from "@tanstack/react-query";
import type { LiveMessage } from "../../../api/live";
import type { Provider } from "../../../api/platforms";
import type { components } from "../../../api/schema";

type Schemas = components["schemas"];

export type Activity = Schemas["FeedActivity"];
export type FeedPage = Schemas["FeedPage"];
export type FeedPages = InfiniteData<FeedPage, string | null>;
export type FeedSettings = Schemas["FeedSettings"];
export type PlatformKinds = Schemas["PlatformKinds"];
/** Kinds of stored activities; joins are not stored. */
export type Kind = Exclude<Schemas["ActivityKind"], "join">;

/** Which activities the user sees. */
export interface FeedFilter {
  hiddenKinds: readonly Kind[];
  /** Empty means all platforms, also those connected later. */
  providers: readonly Provider[];
  /** Smallest size that is shown, by kind: the months of a sub, the bits of a cheer, the dollars of a tip. */
  minimums: Readonly<Record<string, number>>;
}

/** Live messages on a channel's activity topic. */
export type ActivityEvent =
  | LiveMessage<"activity">
  | LiveMessage<"activity_acknowledged">
  | LiveMessage<"activities_acknowledged">
  | LiveMessage<"activity_settings_changed">
  | LiveMessage<"activity_values_changed">;
