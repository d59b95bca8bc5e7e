import { Button, Skeleton, VisuallyHidden } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { EmptyState } from "../../../ui/empty-state";
import { MirrorPicture } from "../../../ui/mirror-picture";
import { ErrorPanel } from "../../../ui/page/error-panel";
import type { Widget, WidgetType } from "../widget-types";
import { typesQuery, widgetsQuery } from "../widgets.queries";
import { WidgetCard } from "./widget-card";
import classes from "./widget-grid.module.css";
import { findWidgets } from "./widget-search";

interface WidgetGridProps {
  channelId: string;
  query: string;
  onNew: () => void;
}

export function WidgetGrid({ channelId, query, onNew }: WidgetGridProps) {
  const widgets = useQuery(widgetsQuery(channelId));
  const types = useQuery(typesQuery(channelId));
  const failed = [widgets, types].find(({ error, data }) => error !== null && data === undefined);
  if (failed) {
    return <ErrorPanel error={failed.error} onRetry={() => void failed.refetch()} isRetrying={failed.isFetching} />;
  }
  if (!widgets.data || !types.data) return <GridSkeleton />;
  return <Cards channelId={channelId} widgets={widgets.data} types={types.data} query={query} onNew={onNew} />;
}

interface CardsProps extends WidgetGridProps {
  widgets: readonly Widget[];
  types: readonly WidgetType[];
}

function Cards({ channelId, widgets, types, query, onNew }: CardsProps) {
  if (widgets.length === 0) return <NoWidgets onNew={onNew} />;
  const found = findWidgets(widgets, types, query);
  if (found.length === 0) return <EmptyState title="No widgets found" about="Try another name or type." />;
  return (
    <ul className={classes["grid"]} aria-label="Widgets">
      {found.map((widget) => (
        <WidgetCard
          key={widget.id}
          channelId={channelId}
          widget={widget}
          type={types.find(({ name }) => name === widget.type)}
        />
      ))}
    </ul>
  );
}

function NoWidgets({ onNew }: { onNew: () => void }) {
  return (
    <EmptyState
      title="No widgets yet"
      about="Show chat, alerts, goals and more on stream. Each widget is an address that you paste into OBS as a browser source."
      picture={<MirrorPicture />}
    >
      <Button leftSection={<IconPlus size={16} />} onClick={onNew}>
        Create widget
      </Button>
    </EmptyState>
  );
}

function GridSkeleton() {
  return (
    <div className={classes["grid"]} role="status">
      <VisuallyHidden>Loading widgets</VisuallyHidden>
      {[1, 2, 3, 4, 5, 6].map((card) => (
        <div key={card} className={classes["card"]} aria-hidden="true">
          <Skeleton className={classes["thumbnail"] ?? ""} radius={0} />
          <div className={classes["meta"]}>
            <Skeleton width="45%" height={14} />
          </div>
        </div>
      ))}
    </div>
  );
}
