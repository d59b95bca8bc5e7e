import { Tooltip, VisuallyHidden } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { Link } from "react-router";
import classes from "./sidebar.module.css";

const LABEL = "Your channels";

/** The link from the admin area to the user's channels. */
export function BackLink({ isCollapsed }: { isCollapsed: boolean }) {
  return (
    <nav aria-label="Back to your channels">
      <Tooltip label={LABEL} position="right" disabled={!isCollapsed}>
        <Link className={classes["item"]} data-collapsed={isCollapsed || undefined} to="/channels">
          <IconArrowLeft size={18} stroke={1.6} aria-hidden="true" />
          {isCollapsed ? <VisuallyHidden>{LABEL}</VisuallyHidden> : <span className="grow miw-0">{LABEL}</span>}
        </Link>
      </Tooltip>
    </nav>
  );
}
