import { ActionIcon, Tooltip } from "@mantine/core";
import { IconClipboardList } from "@tabler/icons-react";
import { Link, useParams } from "react-router";
import { can, useChannel } from "../channel";

interface HistoryLinkProps {
  /** Key of the section in the audit log. */
  section: string;
  /** The item's saved name, which is searched for in the log. */
  name: string;
}

/** Link to the changes of one item in the audit log; nothing for users who may not read the log. */
export function HistoryLink({ section, name }: HistoryLinkProps) {
  const { channelId = "" } = useParams();
  if (!can(useChannel(channelId).data, "access.manage")) return null;
  const query = new URLSearchParams({ section, search: name, days: "all" });
  return (
    <Tooltip label="Changes">
      <ActionIcon component={Link} to={`/channels/${channelId}/user-access/audit-log?${query}`} aria-label="Changes">
        <IconClipboardList size={17} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}
