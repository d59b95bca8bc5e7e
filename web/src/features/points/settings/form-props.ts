import type { PointSettings } from "../../../session/points/points";

export interface FormProps {
  settings: PointSettings;
  onChange: (changed: Partial<PointSettings>) => void;
  /** Why the fields are locked. */
  lockedBecause: string | undefined;
}
