import { PlainMediaField } from "../../features/widgets/editor/plain-media-field";
import { WidgetPage } from "../../features/widgets/widget.page";

/** The widget editor with the channel's media. */
export function WidgetScreen() {
  return <WidgetPage media={PlainMediaField} />;
}
