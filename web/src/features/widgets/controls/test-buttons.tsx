import { Button } from "@mantine/core";
import { testLabel } from "../widget-labels";
import type { WidgetType } from "../widget-types";
import classes from "./controls.module.css";
import { useSendTest } from "./controls.queries";

interface TestButtonsProps {
  channelId: string;
  widgetId: string;
  type: WidgetType;
  /** Whether settings are unsaved. Tests of alerts use the saved rules. */
  hasChanges: boolean;
  /** Resolves once the preview is connected and can show a test, or after some seconds. */
  whenPreviewed: () => Promise<void>;
}

export function TestButtons({ channelId, widgetId, type, hasChanges, whenPreviewed }: TestButtonsProps) {
  const { mutate } = useSendTest(channelId, widgetId);
  if (type.tests.length === 0) return null;
  return (
    <section className={classes["tests"]} aria-labelledby="widget-tests">
      <div className="grow-200">
        <h3 id="widget-tests">Send a test to this widget</h3>
        <p className="small muted">
          Shows here and in OBS, never on a platform.
          {hasChanges && type.name === "alerts" && " Save first: tests use the saved rules."}
        </p>
      </div>
      <div className="row gap-6 wrap">
        {type.tests.map((name) => (
          <Button key={name} size="xs" onClick={() => void whenPreviewed().then(() => mutate(name))}>
            {testLabel(name, type.test_labels)}
          </Button>
        ))}
      </div>
    </section>
  );
}
