import { Box, Button, Popover } from "@mantine/core";
import { IconBan } from "@tabler/icons-react";
import { canWarnOn } from "../../api/capabilities";
import type { ChatLine } from "../../api/chat";
import { platformName, usePlatforms } from "../../api/platforms";
import { longDuration, shortDuration } from "../../lib/time/durations";
import { TIMEOUT_PRESETS } from "../../lib/time/timeout-presets";
import { useModerate, useWarn } from "../../session/moderation";
import { busyProps } from "../../ui/buttons/busy-props";
import { useReturnFocus } from "../../ui/focus/use-return-focus";
import { TimeoutFields } from "../../ui/moderation/moderation-fields";
import { useModerationFields } from "../../ui/moderation/use-moderation-fields";
import classes from "./moderation-options.module.css";

interface ModerationOptionsProps {
  channelId: string;
  line: ChatLine;
  /** Position of the button that opened the options; the button may scroll away while they are open. */
  button: DOMRect;
  onClose: () => void;
}

/** Popover to time out, warn or ban the author of a line, with a duration and a reason. */
export function ModerationOptions({ channelId, line, button, onClose }: ModerationOptionsProps) {
  useReturnFocus();
  const name = line.author?.name ?? "";
  const platforms = usePlatforms();
  const platform = { provider: line.provider, name: platformName(platforms, line.provider) };
  const canWarn = platforms.some((each) => each.provider === line.provider && canWarnOn(each));
  const title = `${name} on ${platform.name}`;
  return (
    <Popover
      opened
      onDismiss={onClose}
      position="bottom-start"
      width={300}
      trapFocus
      withRoles={false}
      portalProps={{ target: "main" }}
    >
      <Popover.Target>
        <Box pos="fixed" left={button.left} top={button.top} w={button.width} h={button.height} aria-hidden="true" />
      </Popover.Target>
      <Popover.Dropdown
        className={classes["options"] ?? ""}
        role="dialog"
        aria-label={`Duration and reason for ${title}`}
      >
        <div className="small muted mb-8">
          Time out <bdi className="fw-600 bright">{name}</bdi> on {platform.name}
        </div>
        <Options channelId={channelId} line={line} platform={platform} canWarn={canWarn} onDone={onClose} />
      </Popover.Dropdown>
    </Popover>
  );
}

interface OptionsProps {
  channelId: string;
  line: ChatLine;
  platform: { provider: string; name: string };
  canWarn: boolean;
  onDone: () => void;
}

function Options({ channelId, line, platform, canWarn, onDone }: OptionsProps) {
  const fields = useModerationFields();
  const moderate = useModerate(channelId);
  const warn = useWarn(channelId);
  const isBusy = moderate.isPending || warn.isPending;
  const { provider, connection_id: connectionId, author } = line;
  const target = { provider, connectionId, viewerId: author?.id ?? "", name: author?.name ?? "" };
  const run = (seconds?: number) => {
    const request = { ...target, reason: fields.reason.trim(), ...(seconds !== undefined && { seconds }) };
    // Stays open if it fails, so that the typed reason is not lost.
    moderate.mutate(request, { onSuccess: onDone });
  };
  return (
    <>
      <div className={classes["presets"]}>
        {TIMEOUT_PRESETS.map((seconds) => (
          <Button
            key={seconds}
            className={classes["preset"] ?? ""}
            aria-label={`Time out for ${longDuration(seconds)}`}
            {...busyProps({ isBusy, onClick: () => run(seconds) })}
          >
            {shortDuration(seconds)}
          </Button>
        ))}
      </div>
      <TimeoutFields
        fields={fields}
        platform={platform}
        isBusy={isBusy}
        onTimeOut={run}
        onWarn={canWarn ? (reason) => warn.mutate({ ...target, reason }, { onSuccess: onDone }) : undefined}
      />
      <Button
        mt={6}
        fullWidth
        variant="light"
        color="red"
        leftSection={<IconBan size={16} />}
        {...busyProps({ isBusy, onClick: () => run() })}
      >
        Ban
      </Button>
    </>
  );
}
