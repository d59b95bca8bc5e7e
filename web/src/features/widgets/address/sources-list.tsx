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
    <section className={classes["sources"]} aria-labelledby="widget-sources">
      <div className={classes["sourcesHead"]}>
        <h3 id="widget-sources">Connected sources</h3>
        {data.length > 0 && <span className={classes["count"]}>{data.length}</span>}
      </div>
      {data.length === 0 ? (
        <p className={classes["none"]}>Paste the address into a browser source of OBS; it shows up here.</p>
      ) : (
        <ul className={classes["list"]}>
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
      <span className={classes["client"]}>{source.client}</span>
      <span className={classes["fact"]}>{sizeLabel(source)}</span>
      <span className={classes["fact"]}>{clockDuration(secondsBetween(source.connected_at, now))}</span>
    </li>
  );
}
