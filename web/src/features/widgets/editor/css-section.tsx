import { Textarea } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import fields from "../../../ui/fields/fields.module.css";
import folded from "../settings/settings-form.module.css";
import type { WidgetType } from "../widget-types";
import type { FormProps } from "./form-props";
import classes from "./widget-editor.module.css";

const MAX_CSS_LENGTH = 20_000;

/** Field for the user's CSS, with a list of the widget's class names, which later versions of Greenroom keep. */
export function CssSection({ form, type }: { form: FormProps; type: WidgetType }) {
  const error = form.errorOf("css");
  return (
    <details className={folded["folded"]} open={error !== undefined || undefined}>
      <summary className={folded["summary"]}>
        <IconChevronRight size={16} aria-hidden="true" />
        <span className="fw-500">Custom CSS</span>
        <span className="small muted">Class names are documented</span>
      </summary>
      <Textarea
        label="CSS"
        classNames={{ input: fields["mono"] ?? "" }}
        rows={8}
        maxLength={MAX_CSS_LENGTH}
        spellCheck={false}
        autoComplete="off"
        placeholder={`.${type.classes[0] ?? "widget"} { … }`}
        value={form.draft.css}
        error={error}
        disabled={form.isLocked}
        onChange={(event) => form.change({ css: event.currentTarget.value })}
      />
      <p className="small muted mt-4">Class names of this widget:</p>
      <ul className={classes["classNames"]} aria-label="Class names">
        {["widget", ...type.classes].map((name) => (
          <li key={name}>
            <code>.{name}</code>
          </li>
        ))}
      </ul>
      <p className="small muted mt-4">
        Images must be your own media: url(/media/…). Nothing is loaded from elsewhere.
      </p>
    </details>
  );
}
