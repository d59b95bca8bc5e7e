import { Button, Popover } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconChevronUp, IconPlayerPlay, IconTestPipe } from "@tabler/icons-react";
import { useState } from "react";
import { isReadable, platformName, usePlatforms } from "../../../api/platforms";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { Segments } from "../../../ui/buttons/segments";
import { ErrorPanel } from "../../../ui/page/error-panel";
import { PlatformIcon } from "../../../ui/platform-icon";
import { SkeletonRows } from "../../../ui/skeleton-rows";
import { usePlatformKinds, useSendTests } from "../feed/activity-feed.queries";
import type { PlatformKinds } from "../feed/activity-types";
import { isKind, KINDS } from "../feed/kinds";
import classes from "./feed-options.module.css";

/** Button with a popover that sends test events of the kinds that each platform reports. */
export function TestEvents({ channelId, isInDialog }: { channelId: string; isInDialog: boolean }) {
  const [isOpen, { toggle, close }] = useDisclosure();
  const kinds = usePlatformKinds(channelId, isOpen);
  return (
    <Popover
      opened={isOpen}
      onChange={(next) => !next && close()}
      position="top-end"
      width={300}
      trapFocus
      returnFocus
      // A dialog traps the focus, so the popover must be rendered inside the dialog.
      withinPortal={!isInDialog}
      portalProps={{ target: "main" }}
    >
      <Popover.Target>
        <Button
          fullWidth
          leftSection={<IconTestPipe size={16} />}
          rightSection={<IconChevronUp size={14} />}
          onClick={toggle}
        >
          Test event
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes["tests"] ?? ""} aria-label="Test event">
        <p className="small muted">
          A made-up event for the feed, alerts and widgets. Marked as a test, never counted.
        </p>
        {kinds.data && <TestKinds channelId={channelId} records={kinds.data} />}
        {!kinds.data && !kinds.error && <SkeletonRows count={2} label="Loading types" />}
        {!kinds.data && kinds.error && (
          <ErrorPanel isBare error={kinds.error} onRetry={() => void kinds.refetch()} isRetrying={kinds.isFetching} />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

function TestKinds({ channelId, records }: { channelId: string; records: readonly PlatformKinds[] }) {
  const platforms = usePlatforms();
  const send = useSendTests(channelId);
  const [chosen, setChosen] = useState(records[0]?.provider ?? "");
  const provider = platforms.filter(isReadable).find((platform) => platform.provider === chosen)?.provider;
  const kinds = records.find((record) => record.provider === chosen)?.kinds.filter(isKind) ?? [];
  if (!provider) return null;
  return (
    <>
      <Segments
        label="Platform"
        isFull
        value={chosen}
        options={records.map((record) => ({
          value: record.provider,
          label: <PlatformIcon provider={record.provider} size={15} label={platformName(platforms, record.provider)} />,
        }))}
        onChange={setChosen}
      />
      <div className={classes["kinds"]}>
        {kinds.map((kind) => {
          const { label, icon: Icon } = KINDS[kind];
          return (
            <Button
              key={kind}
              variant="subtle"
              justify="start"
              leftSection={<Icon size={16} />}
              onClick={() => send.mutate({ provider, kinds: [kind] })}
            >
              {label}
            </Button>
          );
        })}
      </div>
      <BusyButton
        variant="subtle"
        fullWidth
        leftSection={<IconPlayerPlay size={16} />}
        isBusy={send.isPending}
        onClick={() => send.mutate({ provider, kinds })}
      >
        One of each
      </BusyButton>
    </>
  );
}
