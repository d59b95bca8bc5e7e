/** How long somebody is sent out with one press; on a card the keys 1 to 5 stand for them. */
export const TIMEOUT_PRESETS = [1, 60, 600, 3600, 86_400] as const;

export const DEFAULT_TIMEOUT_SECONDS = 600;
