export interface TourStep {
  /** CSS selector of the element that the step explains; if it is not visible, the card is centred. */
  target: string;
  title: string;
  text: string;
}

export const TOUR_STEPS: readonly TourStep[] = [
  {
    target: 'section[aria-label="Chat"]',
    title: "Four platforms, one chat",
    text: "Each message shows its platform's icon. Chat pauses while you hover over it or tap a message, so nothing moves when you click.",
  },
  {
    target: 'section[aria-label="Chat"]',
    title: "Moderate in one click",
    text: "Hover over or tap a message to delete it or to time out or ban its sender. Click a name for the viewer card. You can undo each action.",
  },
  {
    target: 'section[aria-label="Send a message"]',
    title: "Chat everywhere",
    text: "Pick the platforms, and send as yourself or as the bot. Type / for slash commands.",
  },
  {
    target: 'a[href$="/chat-filters"]',
    title: "Filters in Shadow mode",
    text: "The Spam waves filter runs in Shadow mode: it logs what it would do, but takes no action. “Why?” on a message shows what each filter decided.",
  },
  {
    target: '[data-tour="rehearsal"]',
    title: "Make something happen",
    text: "Trigger a raid, a Super Chat, a spam wave or an outage whenever you like. The scripted stream keeps running.",
  },
];
