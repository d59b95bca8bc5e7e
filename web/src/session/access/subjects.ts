import type { Permission } from "../../api/types";

/** What a role may change as a whole, by its permission: "timers" of `timers.manage`. */
type ManagedOf<Name> = Name extends `${infer Subject}.manage` ? Subject : never;
/** The lists of a channel, and what else has its own permission to change it. */
export type Subject = Exclude<ManagedOf<Permission>, "platforms" | "access">;

interface SubjectLabels {
  /** Tooltip of controls that are disabled for lack of permission. */
  mayNotManage: string;
}

/** How the web names each subject; a new permission is a type error until it has a line here. */
export const SUBJECTS: Record<Subject, SubjectLabels> = {
  commands: { mayNotManage: "Only Editors and above can change commands" },
  timers: { mayNotManage: "Only Editors and above can change timers" },
  filters: { mayNotManage: "Only Editors and above can change filters" },
  quotes: { mayNotManage: "Only Editors and above can change quotes" },
  gambling: { mayNotManage: "Only Editors and above can change points and games" },
  giveaways: { mayNotManage: "Only Editors and above can change giveaways" },
  queues: { mayNotManage: "Only Editors and above can run queues" },
  widgets: { mayNotManage: "Only Editors and above can change widgets" },
};
