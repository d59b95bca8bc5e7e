import { type ActivityKind, KIND_LABELS } from "../../../ui/event-labels";
import type { EventName, Webhook, WebhookBody } from "../webhook-types";

export interface EventGroup {
  label: string;
  events: readonly EventName[];
}

// The cast is needed because `Object.keys` returns strings.
const ACTIVITIES = (Object.keys(KIND_LABELS) as ActivityKind[]).map((kind): EventName => `activity.${kind}`);

/** Events that a webhook can be called for. */
export const EVENT_GROUPS: readonly EventGroup[] = [
  { label: "Streams", events: ["stream.started", "stream.ended"] },
  { label: "Moderation", events: ["moderation"] },
  { label: "Activity", events: ACTIVITIES },
];

export const NEW_WEBHOOK: WebhookBody = { name: "", url: "", events: [], enabled: true };

/** Draft of a stored webhook. The server does not return the URL; an empty URL keeps the stored URL. */
export function draftOf({ name, events, enabled }: Webhook): WebhookBody {
  return { name, url: "", events, enabled };
}

/** The draft without spaces around the name and the URL. */
export function trimmed(draft: WebhookBody): WebhookBody {
  return { ...draft, name: draft.name.trim(), url: draft.url.trim() };
}

/** Adds the events in `changed`, or removes them if `isOn` is false. */
export function withEvents(events: readonly EventName[], changed: readonly EventName[], isOn: boolean): EventName[] {
  const others = events.filter((event) => !changed.includes(event));
  return isOn ? [...others, ...changed] : others;
}

export function isChanged(draft: WebhookBody, before: WebhookBody): boolean {
  const fields = ({ name, url, events, enabled }: WebhookBody) =>
    JSON.stringify([name, url, events.toSorted(), enabled]);
  return fields(draft) !== fields(before);
}

export type Problems = Partial<Record<"name" | "url" | "events", string>>;

/** Messages for the fields that must be filled in before the draft can be saved. */
export function problemsOf({ name, url, events }: WebhookBody, isNew: boolean): Problems {
  return {
    ...(name.trim() === "" && { name: "Enter a name" }),
    ...(isNew && url.trim() === "" && { url: "Enter a URL" }),
    ...(events.length === 0 && { events: "Select at least one event" }),
  };
}
