import { activityDetail } from "../activity-detail";
import { element, setCssVariables, shade } from "../dom";
import { platformMark } from "../platform-mark";
import { sampleActivity } from "../samples";
import type { Activity, Renderer, SettingsOf } from "../stage-types";

export function mountEventList(root: HTMLElement, settings: SettingsOf["event_list"]): Renderer {
  const box = element("div", "events");
  setCssVariables(box, { "text-size": `${settings.text_size}px`, shade: shade(settings.background_percent) });
  root.append(box);
  let activities: Activity[] = [];
  const kinds = new Set<string>(settings.kinds);
  const providers = new Set<string>(settings.providers);
  const isShown = ({ kind, provider, value }: Activity) =>
    (kinds.size === 0 || kinds.has(kind)) &&
    (providers.size === 0 || providers.has(provider)) &&
    value >= settings.minimum;
  const paint = () => {
    const title = settings.title ? [element("div", "events-title", settings.title)] : [];
    box.replaceChildren(...title, ...activities.map(eventNode));
    box.hidden = activities.length === 0;
  };
  const add = (activity: Activity) => {
    const at = activities.findIndex(({ id }) => id === activity.id);
    // An activity that has grown keeps its place.
    if (at >= 0) activities = activities.with(at, activity);
    else activities = [activity, ...activities].slice(0, settings.max_events);
    paint();
  };
  let samples = 0;
  return {
    state: ({ activities: listed = [] }) => {
      activities = listed.filter(isShown).slice(0, settings.max_events);
      paint();
    },
    current: () => ({ activities }),
    event: (event) => {
      if (event.type === "activity" && isShown(event.activity)) add(event.activity);
    },
    test: (name) => {
      samples += 1;
      add(sampleActivity(name, samples));
    },
    destroy: () => undefined,
  };
}

function eventNode(activity: Activity): HTMLElement {
  const node = element("div", "event");
  node.dataset["kind"] = activity.kind;
  node.append(
    platformMark("event-platform", activity.provider),
    element("bdi", "event-name", activity.name || "Anonymous"),
    element("bdi", "event-detail", activityDetail(activity)),
  );
  return node;
}
