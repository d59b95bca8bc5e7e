import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { Dialog } from "../../../ui/dialogs/dialog";
import { ErrorPanel } from "../../../ui/page/error-panel";
import { SkeletonRows } from "../../../ui/skeleton-rows";
import type { WidgetType } from "../widget-types";
import { typesQuery, useCreateWidget } from "../widgets.queries";
import classes from "./new-widget-dialog.module.css";
import { TypePicture } from "./type-picture";

interface NewWidgetDialogProps {
  channelId: string;
  opened: boolean;
  onClose: () => void;
}

/** Dialog with all widget types; choosing one creates a widget and opens its editor. */
export function NewWidgetDialog({ channelId, opened, onClose }: NewWidgetDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Choose a widget type" size={820}>
      <Types channelId={channelId} onClose={onClose} />
    </Dialog>
  );
}

function Types({ channelId, onClose }: Omit<NewWidgetDialogProps, "opened">) {
  const types = useQuery(typesQuery(channelId));
  const navigate = useNavigate();
  const { mutate, isPending } = useCreateWidget(channelId, ({ id }) => {
    onClose();
    void navigate(`/channels/${channelId}/widgets/${id}`);
  });
  if (types.error && !types.data) {
    return <ErrorPanel isBare error={types.error} onRetry={() => void types.refetch()} isRetrying={types.isFetching} />;
  }
  if (!types.data) return <SkeletonRows label="Loading widget types" />;
  return (
    <ul className={classes["types"]}>
      {types.data.map((type) => (
        <li key={type.name}>
          <TypeButton type={type} isBusy={isPending} onChoose={() => mutate({ name: type.name, label: type.label })} />
        </li>
      ))}
    </ul>
  );
}

interface TypeButtonProps {
  type: WidgetType;
  isBusy: boolean;
  onChoose: () => void;
}

function TypeButton({ type, isBusy, onChoose }: TypeButtonProps) {
  return (
    <button type="button" className={classes["type"]} aria-disabled={isBusy} onClick={() => !isBusy && onChoose()}>
      <span className={classes["picture"]}>
        <TypePicture type={type.name} />
      </span>
      <span className="block pb-12 px-12 pt-10">
        <span className="fw-500 block">{type.label}</span>
        <span className="small muted block">{type.about}</span>
      </span>
    </button>
  );
}
