import { ApiError } from "../../api/errors";
import type { Version } from "./use-editor-form";

export interface Versioned {
  revision: number;
  updated_at: string;
  updated_by: string;
}

export function versionOf({ revision, updated_at, updated_by }: Versioned): Version {
  return { revision, at: updated_at, by: updated_by };
}

/** Whether a save failed because another user saved the item in between (`command_changed` and the like). */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.type.endsWith("_changed");
}
