import type { components } from "../../api/schema";
import type { Permission } from "../../api/types";

type Schemas = components["schemas"];
type ManagedBy<Name> = Name extends `${infer Subject}.manage` ? Subject : never;

/** The lists of a channel, and its points and games: what has a permission of its own to manage it. */
export type Subject = Exclude<ManagedBy<Permission>, "platforms" | "access">;

/** Lines of the table of roles about what a role may manage. */
export type RoleGroup = "chatbot" | "viewers" | "stream";

interface SubjectLabels {
  /** "Viewer queue" */
  title: string;
  /** In a sentence: "the viewer queue". */
  noun: string;
  /** Its line in the table of roles, and its name there. */
  role: readonly [RoleGroup, string];
  /** One item in the audit log: "Timer". */
  item?: string;
  /** Tooltip of controls that are disabled for lack of permission. */
  mayNotManage: string;
  /** Its live topics, with the messages after which the channel's file may differ. */
  changes: Readonly<Record<string, readonly Extract<Schemas[keyof Schemas], { type: string }>["type"][]>>;
}

type ReadPermission<Name extends string> = `${Name}.read` extends Permission ? `${Name}.read` : null;

/** How the web names each subject, in the order of all lists; a new permission is a type error until it is here. */
export const SUBJECTS: { readonly [Name in Subject]: SubjectLabels & { read: ReadPermission<Name> } } = {
  commands: {
    title: "Commands",
    noun: "commands",
    role: ["chatbot", "commands"],
    item: "Command",
    read: "commands.read",
    mayNotManage: "Only Editors and above can change commands",
    changes: { commands: ["commands_changed"] },
  },
  timers: {
    title: "Timers",
    noun: "timers",
    role: ["chatbot", "timers"],
    item: "Timer",
    read: "timers.read",
    mayNotManage: "Only Editors and above can change timers",
    changes: { timers: ["timers_changed"] },
  },
  filters: {
    title: "Filters",
    noun: "filters",
    role: ["chatbot", "filters"],
    item: "Filter",
    read: "filters.read",
    mayNotManage: "Only Editors and above can change filters",
    changes: { filters: ["filters_changed"] },
  },
  quotes: {
    title: "Quotes",
    noun: "quotes",
    role: ["chatbot", "quotes"],
    item: "Quote",
    read: "quotes.read",
    mayNotManage: "Only Editors and above can change quotes",
    changes: { quotes: ["quotes_changed"] },
  },
  gambling: {
    title: "Points and games",
    noun: "points and games",
    role: ["viewers", "gambling"],
    read: "gambling.read",
    mayNotManage: "Only Editors and above can change points and games",
    changes: { points: ["point_settings_changed"], games: ["game_changed"] },
  },
  giveaways: {
    title: "Giveaways",
    noun: "giveaways",
    role: ["viewers", "giveaways"],
    item: "Giveaway",
    read: "giveaways.read",
    mayNotManage: "Only Editors and above can change giveaways",
    changes: { giveaways: ["giveaway_defaults_changed"] },
  },
  queues: {
    title: "Viewer queue",
    noun: "the viewer queue",
    role: ["viewers", "viewer queue"],
    item: "Queue",
    read: "queues.read",
    mayNotManage: "Only Editors and above can run queues",
    changes: { queues: ["queue_changed", "queue_deleted"] },
  },
  widgets: {
    title: "Widgets",
    noun: "widgets",
    role: ["stream", "stream widgets"],
    item: "Widget",
    read: null,
    mayNotManage: "Only Editors and above can change widgets",
    changes: { widgets: ["widgets_changed"] },
  },
};

/** The subjects with their permissions, for tables of all of them. */
export const ALL_SUBJECTS = (Object.keys(SUBJECTS) as Subject[]).map((subject) => ({
  subject,
  manage: `${subject}.manage` as const,
  ...SUBJECTS[subject],
}));
