import type { components } from "./schema";

type Schemas = components["schemas"];

/** A message of a live topic, by its kind: `LiveMessage<"timer_ran">`. */
export type LiveMessage<Type extends string> = Extract<Schemas[keyof Schemas], { type: Type }>;
