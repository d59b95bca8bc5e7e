export const PANES = ["activity", "chat", "actions"] as const;
export type PaneName = (typeof PANES)[number];

export const PANE_LABELS: Readonly<Record<PaneName, string>> = {
  activity: "Activity",
  chat: "Chat",
  actions: "Quick actions",
};

export interface Pane {
  name: PaneName;
  /** Width, relative to the other panes. */
  share: number;
  isHidden: boolean;
}

/** The panes from left to right. */
export type PaneLayout = readonly Pane[];

const DEFAULT_SHARES: Readonly<Record<PaneName, number>> = { activity: 25, chat: 52, actions: 23 };
export const DEFAULT_LAYOUT: PaneLayout = PANES.map((name) => ({ name, share: DEFAULT_SHARES[name], isHidden: false }));

// Minimum width of a pane, in percent of the width of all visible panes.
const MIN_WIDTH_PERCENT = 15;

/** The stored layout; a missing or unreadable pane, and a layout without a visible pane, is replaced by its default. */
export function readLayout(stored: unknown): PaneLayout {
  const panes = (Array.isArray(stored) ? stored : []).filter(isPane);
  const unique = panes.filter(({ name }, place) => panes.findIndex((one) => one.name === name) === place);
  const missing = DEFAULT_LAYOUT.filter(({ name }) => unique.every((one) => one.name !== name));
  const layout = [...unique, ...missing].map(({ name, share, isHidden }) => ({ name, share, isHidden }));
  return layout.every(({ isHidden }) => isHidden) ? DEFAULT_LAYOUT : layout;
}

function isPane(value: unknown): value is Pane {
  if (typeof value !== "object" || value === null) return false;
  const { name, share, isHidden } = value as Partial<Pane>;
  return (
    PANES.some((one) => one === name) &&
    typeof share === "number" &&
    share > 0 &&
    Number.isFinite(share) &&
    typeof isHidden === "boolean"
  );
}

export function visiblePanes(layout: PaneLayout): Pane[] {
  return layout.filter(({ isHidden }) => !isHidden);
}

/** Moves a pane by one place; a pane at the end stays there. */
export function movePane(layout: PaneLayout, name: PaneName, by: -1 | 1): PaneLayout {
  const from = layout.findIndex((pane) => pane.name === name);
  const [moved, other] = [layout[from], layout[from + by]];
  if (!moved || !other) return layout;
  return layout.map((pane, place) => (place === from ? other : place === from + by ? moved : pane));
}

/** Hides or shows a pane; the last visible one stays. */
export function togglePane(layout: PaneLayout, name: PaneName): PaneLayout {
  const changed = layout.map((pane) => (pane.name === name ? { ...pane, isHidden: !pane.isHidden } : pane));
  return visiblePanes(changed).length === 0 ? layout : changed;
}

/** Moves the edge between two neighbouring panes by a percentage of the width of all visible panes. */
export function moveEdge(layout: PaneLayout, left: PaneName, right: PaneName, percent: number): PaneLayout {
  const whole = visiblePanes(layout).reduce((sum, { share }) => sum + share, 0);
  const shareOf = (name: PaneName) => layout.find((pane) => pane.name === name)?.share ?? 0;
  const both = shareOf(left) + shareOf(right);
  const smallest = Math.min((whole * MIN_WIDTH_PERCENT) / 100, both / 2);
  const newShare = shareOf(left) + (whole * percent) / 100;
  const share = Math.round(Math.min(Math.max(newShare, smallest), both - smallest) * 100) / 100;
  return layout.map((pane) =>
    pane.name === left ? { ...pane, share } : pane.name === right ? { ...pane, share: both - share } : pane,
  );
}
