import type { PointSettings } from "../../../session/points/points";

export interface FormProps {
  settings: PointSettings;
  onChange: (changed: Partial<PointSettings>) => void;
  /** Reason why the fields are locked; undefined if they are not. */
  lockedBecause: string | undefined;
}
