import { MediaField } from "../../features/media/media-field";
import { WidgetPage } from "../../features/widgets/widget.page";

/** The widget editor with the channel's media. */
export function WidgetScreen() {
  return <WidgetPage media={MediaField} />;
}
