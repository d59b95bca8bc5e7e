import { useQuery } from "@tanstack/react-query";
import { clockDuration, secondsBetween } from "../../../lib/time/dates";
import { useNow } from "../../../lib/time/use-now";
import { sizeLabel } from "../widget-labels";
import type { WidgetSource } from "../widget-types";
import { sourcesQuery } from "../widgets.queries";
import classes from "./address.module.css";

/** Browser sources that show the widget now. */
export function SourcesList({ channelId, widgetId }: { channelId: string; widgetId: string }) {
  const { data = [] } = useQuery(sourcesQuery(channelId, widgetId));
  return (
    <section className="px-16 py-12" aria-labelledby="widget-sources">
      <div className="row gap-8 mih-28">
        <h3 id="widget-sources">Connected sources</h3>
        {data.length > 0 && <span className="badge">{data.length}</span>}
      </div>
      {data.length === 0 ? (
        <p className="small muted">Paste the address into a browser source of OBS; it shows up here.</p>
      ) : (
        <ul className="plain-list">
          {data.map((source) => (
            <Source key={source.id} source={source} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Source({ source }: { source: WidgetSource }) {
  const now = useNow();
  return (
    <li className={classes["source"]}>
      <span className="grow miw-0 breaks">{source.client}</span>
      <span className="muted digits">{sizeLabel(source)}</span>
      <span className="muted digits">{clockDuration(secondsBetween(source.connected_at, now))}</span>
    </li>
  );
}
