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

/** Version history: snapshots saved before each import or restore, and by hand. */
export function VersionsPanel({ channelId, canApply }: VersionsPanelProps) {
  const { mutate, isPending } = useCreateSnapshot(channelId);
  return (
    <Panel aria-labelledby="versions-title">
      <header className={classes["versionsHead"]}>
        <div>
          <h2 id="versions-title" className={classes["title"]}>
            Version history
          </h2>
          <p className={classes["about"]}>Saved automatically before each import; last 50 kept.</p>
        </div>
        <Tooltip label={MAY_NOT_APPLY} disabled={canApply}>
          <BusyButton isBusy={isPending} isDisabled={!canApply} onClick={() => mutate()}>
            Create snapshot
          </BusyButton>
        </Tooltip>
      </header>
      <Versions channelId={channelId} canApply={canApply} />
    </Panel>
  );
}

function Versions({ channelId, canApply }: VersionsPanelProps) {
  const versions = useQuery(versionsQuery(channelId));
  const [shown, setShown] = useState<Version | null>(null);
  const [isOpen, dialog] = useDisclosure();
  const preview = (chosen: Version) => {
    setShown(chosen);
    dialog.open();
  };
  const { data } = versions;
  if (!data) return <ListPlaceholder query={versions} label="Loading versions" count={4} />;
  if (data.length === 0) {
    return (
      <EmptyState
        title="No versions yet"
        about="A snapshot is saved here before each import, so that you can restore it."
      />
    );
  }
  return (
    <>
      <ul className={classes["rows"]}>
        {data.map((version) => (
          <li key={version.id} className={classes["version"]}>
            <IconHistory className="muted" size={17} stroke={1.6} aria-hidden="true" />
            <div className="grow miw-0 grid">
              <bdi className="medium breaks fw-500">{version.reason}</bdi>
              <span className={classes["about"]}>
                <time dateTime={version.created_at}>{longDateTime(version.created_at)}</time> by{" "}
                <bdi>{version.created_by}</bdi> · {countSummary(version.counts)}
              </span>
            </div>
            <Button
              size="xs"
              aria-label={`Preview ${version.reason}, ${longDateTime(version.created_at)}`}
              onClick={() => preview(version)}
            >
              Preview
            </Button>
          </li>
        ))}
      </ul>
      <VersionDialog channelId={channelId} version={shown} opened={isOpen} canApply={canApply} onClose={dialog.close} />
    </>
  );
}
