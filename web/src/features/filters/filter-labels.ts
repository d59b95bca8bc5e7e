import { SUBJECTS } from "../../session/access/subjects";
import type { Step } from "./filter-types";

export const MAY_NOT_MANAGE = SUBJECTS.filters.mayNotManage;

export const ACTION_LABELS: Record<Step["action"], string> = {
  delete: "Delete",
  warn: "Delete and warn",
  timeout: "Time out",
  ban: "Ban",
};
