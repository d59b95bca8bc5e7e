import type { FormProps } from "../editor/form-props";
import type { AlertRule, AlertVariant } from "../widget-types";

export interface RuleProps {
  form: FormProps;
  rule: AlertRule;
  /** Position of the rule in the settings, which error paths contain: `settings.rules.2.name`. */
  index: number;
  set: (part: Partial<AlertRule>) => void;
}

export interface VariantFieldsProps {
  form: FormProps;
  variant: AlertVariant;
  /** Path of the variant in the server's errors: `settings.rules.2.variants.0`. */
  path: string;
  set: (part: Partial<AlertVariant>) => void;
}
