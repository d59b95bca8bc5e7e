import type { Timer } from "../timer-types";

/** Timers whose name or messages contain the query, in their order. */
export function matching<Some extends Pick<Timer, "name" | "messages">>(
  timers: readonly Some[],
  query: string,
): Some[] {
  const needle = query.trim().toLocaleLowerCase();
  return timers.filter(({ name, messages }) =>
    [name, ...messages.map(({ text }) => text)].some((text) => text.toLocaleLowerCase().includes(needle)),
  );
}
