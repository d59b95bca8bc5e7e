import { Button, Tooltip } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { messageOf } from "../../api/errors";
import { longDateTime } from "../../lib/time/dates";
import { useChannel } from "../../session/channel";
import { BusyButton } from "../../ui/buttons/busy-button";
import { Dialog } from "../../ui/dialogs/dialog";
import { ErrorPanel } from "../../ui/page/error-panel";
import { SkeletonRows } from "../../ui/skeleton-rows";
import { toast } from "../../ui/toast/toast";
import classes from "./channel-file.module.css";
import { useDownload, useRestore, versionDiffQuery } from "./channel-file.queries";
import type { Diff, Version } from "./channel-file-types";
import { changedSections, changeSummary, MAY_NOT_APPLY, RIGHTS_OF_RESTORED_COMMANDS } from "./diff-labels";
import { DiffView } from "./diff-view";
import { useExcludedSections } from "./use-excluded-sections";

interface VersionDialogProps {
  channelId: string;
  /** The version to restore; the caller keeps it set while the dialog closes. */
  version: Version | null;
  opened: boolean;
  canApply: boolean;
  onClose: () => void;
}

export function VersionDialog({ version, opened, ...props }: VersionDialogProps) {
  const isPhone = useMediaQuery("(max-width: 47.99em)") ?? false;
  return (
    <Dialog opened={opened} onClose={props.onClose} title="Restore this version?" size={760} fullScreen={isPhone}>
      {version && <VersionComparison key={version.id} version={version} {...props} />}
    </Dialog>
  );
}

interface VersionComparisonProps {
  channelId: string;
  version: Version;
  canApply: boolean;
  onClose: () => void;
}

function VersionComparison(props: VersionComparisonProps) {
  const { channelId, version } = props;
  const { data, error, refetch, isFetching } = useQuery(versionDiffQuery(channelId, version.id));
  const name = useChannel(channelId).data?.display_name ?? "";
  const download = useDownload(channelId, name);
  return (
    <>
      <div className="row gap-8 wrap between">
        <p className={classes["about"]}>
          <bdi>{version.reason}</bdi>, {longDateTime(version.created_at)} by <bdi>{version.created_by}</bdi>
        </p>
        <BusyButton
          size="xs"
          isBusy={download.isPending}
          leftSection={<IconDownload size={15} />}
          onClick={() => download.mutate(version)}
        >
          Download
        </BusyButton>
      </div>
      {error && !data && <ErrorPanel isBare error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {!data && !error && <SkeletonRows count={4} label="Loading preview" />}
      {data && <RestoreForm {...props} diff={data} />}
    </>
  );
}

function RestoreForm({ channelId, version, canApply, onClose, diff }: VersionComparisonProps & { diff: Diff }) {
  const { mutate, isPending, error } = useRestore(channelId, version.id);
  const { excluded, toggle } = useExcludedSections();
  const sections = changedSections(diff.sections);
  const chosen = sections.filter(({ key }) => !excluded.has(key));
  const canRestore = canApply && chosen.length > 0;
  const restore = () =>
    mutate(
      { sections: chosen.map(({ key }) => key), revision: diff.revision },
      {
        onSuccess: (applied) => {
          toast.success("Version restored", changeSummary(applied.sections));
          onClose();
        },
      },
    );
  return (
    <>
      {sections.length === 0 && diff.problems.length === 0 && (
        <p className="muted mt-16">No changes: the channel matches this version.</p>
      )}
      {diff.problems.map((problem) => (
        <p key={`${problem.field} ${problem.message}`} className="small breaks red mt-8">
          {problem.field} {problem.message}
        </p>
      ))}
      <DiffView sections={sections} excluded={excluded} onToggle={toggle} />
      {chosen.some(({ key }) => key === "commands") && (
        <p className={classes["about"]}>{RIGHTS_OF_RESTORED_COMMANDS}</p>
      )}
      {error && (
        <p className="small breaks red mt-8" role="alert">
          {messageOf(error)}
        </p>
      )}
      <footer className={classes["dialogFoot"]}>
        <span className={classes["about"]}>A snapshot of the current settings is saved first.</span>
        <span className="gap-8 flex ml-auto">
          <Button onClick={onClose}>Cancel</Button>
          <Tooltip label={MAY_NOT_APPLY} disabled={canApply}>
            <BusyButton variant="filled" isBusy={isPending} isDisabled={!canRestore} onClick={restore}>
              Restore
            </BusyButton>
          </Tooltip>
        </span>
      </footer>
    </>
  );
}
