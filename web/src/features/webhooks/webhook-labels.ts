import { formatNumber } from "../../lib/locale";
import { relativeAge, timeOrDay } from "../../lib/time/dates";
import { eventLabel } from "../../ui/event-labels";
import type { TagTone } from "../../ui/tag";
import type { Delivery, TestResult, Webhook } from "./webhook-types";

export const MAX_NAME_LENGTH = 80;
export const MAX_URL_LENGTH = 1_000;

/** Host and end of a URL: "hooks.example.com…a1b2". */
export function addressLabel({ url_host, url_end }: Pick<Webhook, "url_host" | "url_end">): string {
  return `${url_host}…${url_end}`;
}

/** The label of a single event, or "3 events". */
export function eventsLabel(events: readonly string[]): string {
  const [first] = events;
  return events.length === 1 && first !== undefined ? eventLabel(first) : `${formatNumber(events.length)} events`;
}

type State = Pick<Webhook, "enabled" | "waiting" | "problem" | "problem_at" | "last_success_at">;

/** State of a webhook: "Off", "3 waiting", "Failed 1m ago", "Delivered 2m ago". */
export function stateLabel(state: State, now: number): string {
  if (!state.enabled) return "Off";
  if (state.waiting > 0) return `${formatNumber(state.waiting)} waiting`;
  if (state.problem_at) return `Failed ${relativeAge(state.problem_at, now).toLowerCase()}`;
  if (state.last_success_at) return `Delivered ${relativeAge(state.last_success_at, now).toLowerCase()}`;
  return "Never called yet";
}

/** Why no webhook can be created; undefined below the limit. */
export function limitReason(count: number, max: number): string | undefined {
  return count < max ? undefined : `A channel can have up to ${formatNumber(max)} webhooks. Delete one first.`;
}

/** "Delivered: status 204 in 35 ms"; null if the test was not delivered. */
export function testLabel({ is_delivered, status, took_ms }: TestResult): string | null {
  return is_delivered ? `Delivered: status ${status} in ${formatNumber(took_ms)} ms` : null;
}

type Result = Pick<Delivery, "state" | "status" | "took_ms" | "tries" | "next_try_at">;

const STATES: Record<Delivery["state"], string> = { delivered: "Delivered", waiting: "Waiting", failed: "Failed" };
const TONES: Record<Delivery["state"], TagTone> = { delivered: "ok", waiting: "plain", failed: "danger" };

export function deliveryTag({ state, tries }: Pick<Delivery, "state" | "tries">): { label: string; tone: TagTone } {
  return { label: STATES[state], tone: state === "waiting" && tries > 0 ? "attention" : TONES[state] };
}

/** "Next try at 21:42", or "Sending" once the try is due; empty unless the delivery waits. */
export function nextTryLabel({ state, next_try_at }: Pick<Delivery, "state" | "next_try_at">, now: number): string {
  if (state !== "waiting") return "";
  if (next_try_at === null || Date.parse(next_try_at) <= now) return "Sending";
  return `Next try at ${timeOrDay(next_try_at, now)}`;
}

/** The known facts of the last try: "Status 500", "35 ms", "2 tries". */
export function resultFacts({ state, status, took_ms, tries }: Result): string[] {
  const answer = status === null ? "No answer" : `Status ${status}`;
  return [
    ...(tries > 0 || state !== "waiting" ? [answer] : []),
    ...(took_ms === null ? [] : [`${formatNumber(took_ms)} ms`]),
    ...(tries > 0 ? [tries === 1 ? "1 try" : `${formatNumber(tries)} tries`] : []),
  ];
}

/** A JSON body with line breaks; any other body unchanged. */
export function readableBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
