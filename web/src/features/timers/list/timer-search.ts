import type { Timer } from "../timer-types";

/** Timers whose name or a message contains the query; ignores case. */
export function matching<Item extends Pick<Timer, "name" | "messages">>(
  timers: readonly Item[],
  query: string,
): Item[] {
  const needle = query.trim().toLocaleLowerCase();
  return timers.filter(({ name, messages }) =>
    [name, ...messages.map(({ text }) => text)].some((text) => text.toLocaleLowerCase().includes(needle)),
  );
}
