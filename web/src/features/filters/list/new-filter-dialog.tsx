import { Link } from "react-router";
import { Dialog } from "../../../ui/dialogs/dialog";
import { FILTER_TYPES, TYPE_LABELS } from "../filter-labels";
import classes from "./new-filter-dialog.module.css";

interface NewFilterDialogProps {
  channelId: string;
  opened: boolean;
  onClose: () => void;
}

export function NewFilterDialog({ channelId, opened, onClose }: NewFilterDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Choose a filter type" size={760}>
      <ul className={classes["cards"]}>
        {FILTER_TYPES.map((type) => {
          const { name, about, icon: Icon } = TYPE_LABELS[type];
          return (
            <li key={type}>
              <Link
                className={classes["card"] ?? ""}
                to={`/channels/${channelId}/chat-filters/new?type=${type}`}
                onClick={onClose}
              >
                <Icon className={classes["icon"] ?? ""} size={18} stroke={1.6} aria-hidden="true" />
                <span>
                  <span className="fw-500 block">{name}</span>
                  <span className="small muted block">{about}</span>
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
