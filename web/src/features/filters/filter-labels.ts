import type { Step } from "./filter-types";

export const MAY_NOT_MANAGE = "Only Editors and above can change filters";

export const ACTION_LABELS: Record<Step["action"], string> = {
  delete: "Delete",
  warn: "Delete and warn",
  timeout: "Time out",
  ban: "Ban",
};
