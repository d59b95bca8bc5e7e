import { channelResource } from "../../api/channel-resource";
import type { components } from "../../api/schema";

export type Schemas = components["schemas"];

export type Timer = Schemas["TimerOut"];
export type TimerMessage = Schemas["TimerMessage"];
export type TimerResult = Schemas["TimerResult"];
export type TimerLines = Schemas["TimerLinesOut"];
export type Provider = TimerMessage["providers"][number];
/** The editable fields of a timer. */
export type TimerDraft = Schemas["TimerIn"];

export const timers = channelResource("/api/2/channels/{channel_id}/timers", "timer");
