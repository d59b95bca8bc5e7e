import type { Notice } from "../../api/types";

export const LEVEL_LABELS: Record<Notice["level"], string> = { info: "Info", warning: "Warning", critical: "Critical" };
