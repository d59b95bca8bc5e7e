import type { FormProps } from "../editor/form-props";
import type { AlertRule, AlertVariant } from "../widget-types";

export interface RuleProps {
  form: FormProps;
  rule: AlertRule;
  /** Position in the settings, for errors: `settings.rules.2.name`. */
  index: number;
  set: (part: Partial<AlertRule>) => void;
}

export interface VariantFieldsProps {
  form: FormProps;
  variant: AlertVariant;
  /** Path of the variant in the errors of the server. */
  path: string;
  set: (part: Partial<AlertVariant>) => void;
}
