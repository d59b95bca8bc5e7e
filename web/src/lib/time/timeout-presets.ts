/** Preset time-outs in seconds; keys 1 to 5 on the viewer card. */
export const TIMEOUT_PRESETS = [1, 60, 600, 3600, 86_400] as const;

export const DEFAULT_TIMEOUT_SECONDS = 600;

/** Shown for a duration that `parseDuration` refuses. */
export const DURATION_PROBLEM = "Duration must be 1s–14d, e.g. 90, 10m, 1h, 7d";
