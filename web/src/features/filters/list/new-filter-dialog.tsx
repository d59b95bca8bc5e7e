import { Link } from "react-router";
import { Dialog } from "../../../ui/dialogs/dialog";
import { ErrorPanel } from "../../../ui/page/error-panel";
import { SkeletonRows } from "../../../ui/skeleton-rows";
import { useFilterTypes } from "../filters.queries";
import classes from "./new-filter-dialog.module.css";
import { typeIcon } from "./type-icons";

interface NewFilterDialogProps {
  channelId: string;
  opened: boolean;
  onClose: () => void;
}

export function NewFilterDialog({ channelId, opened, onClose }: NewFilterDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Choose a filter type" size={760}>
      <Types channelId={channelId} onClose={onClose} />
    </Dialog>
  );
}

function Types({ channelId, onClose }: Omit<NewFilterDialogProps, "opened">) {
  const types = useFilterTypes(channelId);
  if (types.error && !types.data) {
    return <ErrorPanel isBare error={types.error} onRetry={() => void types.refetch()} isRetrying={types.isFetching} />;
  }
  if (!types.data) return <SkeletonRows label="Loading filter types" />;
  return (
    <ul className={classes["cards"]}>
      {types.data.map(({ type, title, description, icon }) => {
        const Icon = typeIcon(icon);
        return (
          <li key={type}>
            <Link
              className={classes["card"] ?? ""}
              to={`/channels/${channelId}/chat-filters/new?type=${type}`}
              onClick={onClose}
            >
              <Icon className={classes["icon"] ?? ""} size={18} stroke={1.6} aria-hidden="true" />
              <span>
                <span className="fw-500 block">{title}</span>
                <span className="small muted block">{description}</span>
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
