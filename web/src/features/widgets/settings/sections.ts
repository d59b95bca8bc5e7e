import type { Schemas } from "../widget-types";
import { giveaway, leaderboard, queue } from "./data-sections";
import { BACKGROUND, KINDS, PLATFORMS, type Section, sectionsOf, TEXT_SIZE, TITLE } from "./declaration";

const YEAR_SECONDS = 365 * 86_400;

const chat = sectionsOf<Schemas["ChatWidget"]>([
  {
    title: "Messages",
    about: "What shows up, and for how long.",
    fields: [
      PLATFORMS,
      { name: "hides_commands", kind: "switch", label: "Hide commands" },
      { name: "hides_bots", kind: "switch", label: "Hide bots" },
      { name: "has_notices", kind: "switch", label: "Show subs, raids and other notices" },
      {
        name: "min_level",
        kind: "choice",
        label: "Only from",
        options: [
          { value: 0, label: "Everyone" },
          { value: 1, label: "Subscribers and above" },
          { value: 2, label: "VIPs and above" },
          { value: 7, label: "Moderators and above" },
        ],
      },
      {
        name: "disappear_after_seconds",
        kind: "number",
        label: "Disappear after",
        about: "0 keeps messages until newer ones push them out.",
        unit: "s",
        unitName: "seconds",
        max: 3600,
      },
    ],
  },
  {
    title: "Look",
    about: "How messages look on stream.",
    fields: [
      {
        name: "style",
        kind: "choice",
        label: "Style",
        options: [
          { value: "bubbles", label: "Bubbles" },
          { value: "plain", label: "Plain" },
          { value: "list", label: "List" },
        ],
      },
      {
        name: "name_colour",
        kind: "choice",
        label: "Names",
        options: [
          { value: "viewer", label: "Viewer's colour" },
          { value: "platform", label: "Platform's colour" },
          { value: "white", label: "White" },
        ],
      },
      TEXT_SIZE,
      BACKGROUND,
      { name: "has_badges", kind: "switch", label: "Badges" },
      { name: "has_platform_icon", kind: "switch", label: "Platform icon" },
    ],
  },
  {
    title: "More",
    about: "Hidden viewers and the number of messages.",
    isAdvanced: true,
    fields: [
      { name: "hidden_viewers", kind: "tags", label: "Hidden viewers", placeholder: "Add a name" },
      { name: "max_lines", kind: "number", label: "Messages at once", unit: "lines", unitName: "lines", max: 100 },
    ],
  },
]);

const alerts = sectionsOf<Schemas["AlertsWidget"]>([
  {
    title: "Alerts",
    about: "The first rule that fits an event shows it.",
    fields: [{ name: "rules", kind: "rules" }],
  },
  {
    title: "Look and sound",
    about: "Applies to every alert.",
    fields: [
      TEXT_SIZE,
      { name: "volume", kind: "slider", label: "Volume", unit: "%", min: 0, max: 100 },
      {
        name: "gap_seconds",
        kind: "number",
        label: "Pause between alerts",
        unit: "s",
        unitName: "seconds",
        max: 30,
      },
    ],
  },
]);

const goal = sectionsOf<Schemas["GoalWidget"]>([
  {
    title: "Goal",
    about: "What you are collecting.",
    fields: [
      TITLE,
      {
        name: "metric",
        kind: "choice",
        label: "Count",
        options: [
          { value: "count", label: "Amount" },
          { value: "activities", label: "Number of events" },
          { value: "value", label: "US dollars" },
        ],
      },
      {
        ...KINDS,
        about:
          "A new goal counts new subs and members, and every gifted one. With none chosen everything counts, likes too.",
      },
      PLATFORMS,
      { name: "target", kind: "wholeNumber", label: "Target" },
      {
        name: "start",
        kind: "wholeNumber",
        label: "Start at",
        about: "What you had before.",
      },
      {
        name: "since",
        kind: "moment",
        label: "Count from",
        about: "Empty: from when the widget was created.",
      },
    ],
  },
  {
    title: "Look",
    about: "How the bar looks on stream.",
    fields: [{ name: "colour", kind: "colour", label: "Bar colour" }, TEXT_SIZE, BACKGROUND],
  },
]);

const viewerCount = sectionsOf<Schemas["ViewerCountWidget"]>([
  {
    title: "Viewers",
    about: "Only platforms that are live are shown.",
    fields: [
      PLATFORMS,
      {
        name: "layout",
        kind: "choice",
        label: "Show",
        options: [
          { value: "each", label: "Each platform" },
          { value: "total", label: "Total" },
        ],
      },
    ],
  },
  { title: "Look", about: "How the numbers look on stream.", fields: [TEXT_SIZE, BACKGROUND] },
]);

const eventList = sectionsOf<Schemas["EventListWidget"]>([
  {
    title: "Events",
    about: "Which events are listed.",
    fields: [
      TITLE,
      KINDS,
      PLATFORMS,
      { name: "minimum", kind: "dollars", label: "Minimum value", about: "In US dollars, all currencies compared." },
      { name: "max_events", kind: "number", label: "Events at once", unit: "rows", unitName: "rows", max: 50 },
    ],
  },
  { title: "Look", about: "How the list looks on stream.", fields: [TEXT_SIZE, BACKGROUND] },
]);

const FINISHED = { name: "finished_text", kind: "line", label: "Text at the end", maxLength: 100 } as const;
const SECONDS = {
  name: "seconds",
  kind: "duration",
  label: "Length",
  about: "Used when it is reset.",
} as const;

const countdown = sectionsOf<Schemas["CountdownWidget"]>([
  { title: "Countdown", about: "Where it starts and what it says.", fields: [TITLE, SECONDS, FINISHED] },
  { title: "Look", about: "How the time looks on stream.", fields: [TEXT_SIZE, BACKGROUND] },
]);

const subathon = sectionsOf<Schemas["SubathonWidget"]>([
  { title: "Subathon", about: "Where it starts and what it says.", fields: [TITLE, SECONDS, FINISHED] },
  {
    title: "Added time",
    about: "How much each event makes it longer.",
    fields: [
      PLATFORMS,
      {
        name: "seconds_per_sub",
        kind: "number",
        label: "Per sub",
        about: "Also memberships and each gifted sub.",
        unit: "s",
        unitName: "seconds",
        max: YEAR_SECONDS,
      },
      {
        name: "seconds_per_dollar",
        kind: "number",
        label: "Per US dollar",
        about: "Bits, Super Chats, gifts and tips.",
        unit: "s",
        unitName: "seconds",
        max: YEAR_SECONDS,
      },
      {
        name: "seconds_per_follow",
        kind: "number",
        label: "Per follow",
        unit: "s",
        unitName: "seconds",
        max: YEAR_SECONDS,
      },
      { name: "max_seconds", kind: "duration", label: "Longest time", about: "0:00 means no limit." },
    ],
  },
  { title: "Look", about: "How the time looks on stream.", fields: [TEXT_SIZE, BACKGROUND] },
]);

const emoteWall = sectionsOf<Schemas["EmoteWallWidget"]>([
  {
    title: "Emotes",
    about: "How emotes from chat fly.",
    fields: [
      PLATFORMS,
      {
        name: "motion",
        kind: "choice",
        label: "Motion",
        options: [
          { value: "rise", label: "Rise" },
          { value: "rain", label: "Rain" },
          { value: "float", label: "Float" },
        ],
      },
      { name: "size", kind: "slider", label: "Size", unit: "px", min: 16, max: 256 },
      { name: "seconds", kind: "slider", label: "Time on screen", unit: "s", min: 1, max: 30 },
    ],
  },
  {
    title: "Limits",
    about: "Keeps a busy chat readable.",
    isAdvanced: true,
    fields: [
      { name: "max_emotes", kind: "number", label: "Emotes at once", unit: "", unitName: "emotes", max: 200 },
      { name: "max_per_message", kind: "number", label: "Per message", unit: "", unitName: "emotes", max: 50 },
    ],
  },
]);

const text = sectionsOf<Schemas["TextWidget"]>([
  {
    title: "Text",
    about: "Variables such as $(getcount deaths) stay current.",
    fields: [
      { name: "text", kind: "template", label: "Text", maxLength: 1500 },
      {
        name: "refresh_seconds",
        kind: "number",
        label: "Refresh every",
        unit: "s",
        unitName: "seconds",
        max: 3600,
      },
    ],
  },
  {
    title: "Look",
    about: "How the text looks on stream.",
    fields: [
      { name: "colour", kind: "colour", label: "Text colour" },
      {
        name: "align",
        kind: "choice",
        label: "Align",
        options: [
          { value: "left", label: "Left" },
          { value: "center", label: "Centre" },
          { value: "right", label: "Right" },
        ],
      },
      TEXT_SIZE,
      BACKGROUND,
    ],
  },
]);

const MAX_CODE_LENGTH = 50_000;

const customHtml = sectionsOf<Schemas["CustomHtmlWidget"]>([
  {
    title: "Code",
    about: "Runs in a sandbox without access to the network or to your account.",
    fields: [
      { name: "html", kind: "code", label: "HTML", maxLength: MAX_CODE_LENGTH },
      { name: "css", kind: "code", label: "CSS", maxLength: MAX_CODE_LENGTH },
      {
        name: "script",
        kind: "code",
        label: "JavaScript",
        about: 'greenroom.on("activity", (event) => …) is called for every event; greenroom.fields has your fields.',
        maxLength: MAX_CODE_LENGTH,
      },
    ],
  },
  {
    title: "Data",
    about: "What the code receives, and values you change without touching it.",
    fields: [
      { name: "events", kind: "events" },
      { name: "fields", kind: "customFields" },
    ],
  },
]);

const nowPlaying = sectionsOf<Schemas["NowPlayingWidget"]>([
  {
    title: "Look",
    about: "How the song looks on stream.",
    fields: [
      { name: "has_picture", kind: "switch", label: "Cover" },
      { name: "has_progress", kind: "switch", label: "Progress bar" },
      TEXT_SIZE,
      BACKGROUND,
    ],
  },
]);

/** The sections of each widget type, in the order of the editor. */
export const SECTIONS: Record<string, readonly Section[]> = {
  chat,
  alerts,
  goal,
  viewer_count: viewerCount,
  event_list: eventList,
  countdown,
  subathon,
  emote_wall: emoteWall,
  text,
  custom_html: customHtml,
  now_playing: nowPlaying,
  leaderboard,
  giveaway,
  queue,
};
