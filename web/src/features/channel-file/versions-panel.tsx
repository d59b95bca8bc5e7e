import { Button, Tooltip } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconHistory } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { longDateTime } from "../../lib/time/dates";
import { BusyButton } from "../../ui/buttons/busy-button";
import { EmptyState } from "../../ui/empty-state";
import { ListPlaceholder } from "../../ui/list/list-placeholder";
import { Panel } from "../../ui/panel";
import classes from "./channel-file.module.css";
import { useCreateSnapshot, versionsQuery } from "./channel-file.queries";
import type { Version } from "./channel-file-types";
import { countSummary, MAY_NOT_APPLY } from "./diff-labels";
import { VersionDialog } from "./version-dialog";

interface VersionsPanelProps {
  channelId: string;
  canApply: boolean;
}

/** The channel as it was before many of its settings changed at once. */
export function VersionsPanel({ channelId, canApply }: VersionsPanelProps) {
  const { mutate, isPending } = useCreateSnapshot(channelId);
  return (
    <Panel className={classes["versions"] ?? ""} aria-labelledby="versions-title">
      <header className={classes["versionsHead"]}>
        <div>
          <h2 id="versions-title" className={classes["title"]}>
            Earlier versions
          </h2>
          <p className={classes["about"]}>DraftBase before every import and every file. The last fifty stay.</p>
        </div>
        <Tooltip label={MAY_NOT_APPLY} disabled={canApply}>
          <BusyButton isBusy={isPending} isOff={!canApply} onClick={() => mutate()}>
            Keep one now
          </BusyButton>
        </Tooltip>
      </header>
      <Versions channelId={channelId} canApply={canApply} />
    </Panel>
  );
}

function Versions({ channelId, canApply }: VersionsPanelProps) {
  const versions = useQuery(versionsQuery(channelId));
  const [version, setVersion] = useState<Version | null>(null);
  const [isOpen, dialog] = useDisclosure();
  const compare = (chosen: Version) => {
    setVersion(chosen);
    dialog.open();
  };
  const { data } = versions;
  if (!data) return <ListPlaceholder query={versions} label="Loading versions" count={4} />;
  if (data.length === 0) {
    return (
      <EmptyState
        title="No versions yet"
        about="Before an import or a file changes the channel, it is kept here as it was, so that you can go back."
      />
    );
  }
  return (
    <>
      <ul className={classes["rows"]}>
        {data.map((kept) => (
          <li key={kept.id} className={classes["version"]}>
            <IconHistory className={classes["mark"]} size={17} stroke={1.6} aria-hidden="true" />
            <div className={classes["versionWords"]}>
              <bdi className={classes["versionReason"]}>{kept.reason}</bdi>
              <span className={classes["about"]}>
                <time dateTime={kept.created_at}>{longDateTime(kept.created_at)}</time> by <bdi>{kept.created_by}</bdi>{" "}
                · <span className={classes["whole"]}>{countSummary(kept.counts)}</span>
              </span>
            </div>
            <Button
              size="xs"
              aria-label={`Compare with ${kept.reason}, ${longDateTime(kept.created_at)}`}
              onClick={() => compare(kept)}
            >
              Compare
            </Button>
          </li>
        ))}
      </ul>
      <VersionDialog
        channelId={channelId}
        version={version}
        opened={isOpen}
        canApply={canApply}
        onClose={dialog.close}
      />
    </>
  );
}
