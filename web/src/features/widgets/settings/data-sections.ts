import type { Schemas } from "../widget-types";
import { BACKGROUND, sectionsOf, TEXT_SIZE, TITLE } from "./declaration";

export const leaderboard = sectionsOf<Schemas["LeaderboardWidget"]>([
  {
    title: "Leaderboard",
    about: "Who has the most points; it follows every change within seconds.",
    fields: [
      TITLE,
      { name: "max_rows", kind: "slider", label: "Viewers", unit: "", min: 1, max: 20 },
      { name: "has_avatars", kind: "switch", label: "Pictures of viewers" },
    ],
  },
  {
    title: "Look",
    about: "How the list looks on stream.",
    fields: [TEXT_SIZE, { name: "colour", kind: "colour", label: "Colour of points" }, BACKGROUND],
  },
]);

export const giveaway = sectionsOf<Schemas["GiveawayWidget"]>([
  {
    title: "Giveaway",
    about: "The open giveaway and its winners; it is hidden while there is none.",
    fields: [TITLE, { name: "has_count", kind: "switch", label: "Number of viewers" }],
  },
  {
    title: "Look",
    about: "How it looks on stream.",
    fields: [TEXT_SIZE, { name: "colour", kind: "colour", label: "Colour of keyword and names" }, BACKGROUND],
  },
]);

export const queue = sectionsOf<Schemas["QueueWidget"]>([
  {
    title: "Queue",
    about: "Who plays, is called and waits. Of several open queues it is the oldest, unless you choose one.",
    fields: [
      { name: "queue_id", kind: "queue", label: "Queue" },
      TITLE,
      { name: "max_rows", kind: "slider", label: "Viewers", unit: "", min: 1, max: 30 },
      { name: "hides_when_closed", kind: "switch", label: "Hide while the queue is closed" },
    ],
  },
  {
    title: "Look",
    about: "How the list looks on stream.",
    fields: [TEXT_SIZE, { name: "colour", kind: "colour", label: "Colour of states" }, BACKGROUND],
  },
]);
