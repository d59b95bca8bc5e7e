import { IconDeviceDesktop, IconPlugConnected, IconRuler2, type TablerIcon } from "@tabler/icons-react";
import { SourcesList } from "../address/sources-list";
import { AlertQueue } from "../controls/alert-queue";
import { CountdownControls } from "../controls/countdown-controls";
import { TestButtons } from "../controls/test-buttons";
import type { usePreviewed } from "../preview/use-previewed";
import { sizeLabel } from "../widget-labels";
import type { Widget, WidgetType } from "../widget-types";
import classes from "./widget-editor.module.css";

interface OnStreamProps {
  channelId: string;
  widget: Widget;
  type: WidgetType;
  hasChanges: boolean;
  previewed: Pick<ReturnType<typeof usePreviewed>, "waitUntilShown">;
}

/** The area below the preview: tests, controls of the widget on stream, connected sources. */
export function OnStream({ channelId, widget, type, hasChanges, previewed }: OnStreamProps) {
  const ids = { channelId, widgetId: widget.id };
  return (
    <>
      <TestButtons
        {...ids}
        type={type}
        hasChanges={hasChanges}
        whenPreviewed={() => previewed.waitUntilShown(widget.revision)}
      />
      {type.name === "alerts" && <AlertQueue {...ids} />}
      {(type.name === "countdown" || type.name === "subathon") && <CountdownControls {...ids} />}
      <SourcesList {...ids} />
      <ul className={classes["tips"]} aria-label="How to use it">
        <Tip icon={IconDeviceDesktop} title="Add it to OBS" about="New browser source, paste the address." />
        <Tip icon={IconRuler2} title="Suggested size" about={`${sizeLabel(type)}, in the browser source.`} />
        <Tip icon={IconPlugConnected} title="Reconnects by itself" about="It never shows an error on stream." />
      </ul>
    </>
  );
}

function Tip({ icon: Icon, title, about }: { icon: TablerIcon; title: string; about: string }) {
  return (
    <li className={classes["tip"]}>
      <Icon size={18} stroke={1.6} aria-hidden="true" />
      <span>
        <span className="fw-500 block">{title}</span>
        <span className="small muted block">{about}</span>
      </span>
    </li>
  );
}
