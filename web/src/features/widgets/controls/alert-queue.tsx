import { IconPlayerPause, IconPlayerPlay, IconPlayerSkipForward, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { platformName, usePlatforms } from "../../../api/platforms";
import { useLiveChannelState } from "../../../session/switches/channel-state";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { PlatformIcon } from "../../../ui/platform-icon";
import { testLabel } from "../widget-labels";
import { sourcesQuery } from "../widgets.queries";
import classes from "./controls.module.css";
import { type QueuedAlert, queueQuery, useQueueAction } from "./controls.queries";

const MAX_SHOWN = 10;

interface AlertQueueProps {
  channelId: string;
  widgetId: string;
}

/** The alert on screen and the waiting alerts, with buttons that pause, skip and clear. */
export function AlertQueue({ channelId, widgetId }: AlertQueueProps) {
  const { data } = useQuery(queueQuery(channelId, widgetId));
  const { mutate, isPending } = useQueueAction(channelId, widgetId);
  const reason = useWaitReason(channelId, widgetId);
  if (!data) return null;
  const { playing, waiting, is_paused: isPaused, dropped } = data;
  const notShown = waiting.length - MAX_SHOWN;
  return (
    <section className="p-16 line-below" aria-labelledby="widget-queue">
      <div className="row gap-8 wrap mih-32">
        <h3 id="widget-queue">Alert queue</h3>
        {isPaused && <span className="small amber">Paused</span>}
        <span className="row gap-6 wrap ml-auto">
          <BusyButton
            size="xs"
            isBusy={isPending}
            leftSection={isPaused ? <IconPlayerPlay size={14} /> : <IconPlayerPause size={14} />}
            onClick={() => mutate(isPaused ? "resume" : "pause")}
          >
            {isPaused ? "Resume alerts" : "Pause alerts"}
          </BusyButton>
          <BusyButton
            size="xs"
            isBusy={false}
            isDisabled={playing === null}
            leftSection={<IconPlayerSkipForward size={14} />}
            onClick={() => mutate("skip")}
          >
            Skip
          </BusyButton>
          <BusyButton
            size="xs"
            isBusy={false}
            isDisabled={waiting.length === 0}
            leftSection={<IconTrash size={14} />}
            onClick={() => mutate("clear")}
          >
            Clear queue
          </BusyButton>
        </span>
      </div>
      {playing === null && waiting.length === 0 && <p className="small muted">No alerts are waiting.</p>}
      {waiting.length > 0 && !isPaused && reason && <p className="small amber">{reason}</p>}
      {dropped > 0 && <p className="small muted">{dropped} left out because the queue was full.</p>}
      <ol className="p-0 unmarked mt-4 mb-0 mx-0">
        {playing && <Row alert={playing} state="On screen" />}
        {waiting.slice(0, MAX_SHOWN).map((alert) => (
          <Row key={alert.id} alert={alert} state="Waiting" />
        ))}
      </ol>
      {notShown > 0 && <p className="small muted">And {notShown} more.</p>}
    </section>
  );
}

/** Why the alerts wait although the widget is not paused; null if they only wait for their turn. */
function useWaitReason(channelId: string, widgetId: string): string | null {
  const sources = useQuery(sourcesQuery(channelId, widgetId)).data;
  const isChannelPaused = useLiveChannelState(channelId)?.alerts_paused ?? false;
  if (isChannelPaused) return "They wait because all alerts of the channel are paused, on the dashboard.";
  return sources?.length === 0 ? "They wait for a source: no OBS shows this widget." : null;
}

function Row({ alert, state }: { alert: QueuedAlert; state: string }) {
  const name = platformName(usePlatforms(), alert.provider);
  const facts = [testLabel(alert.kind, {}), alert.amount, alert.count > 1 && String(alert.count)].filter(Boolean);
  return (
    <li className="row medium gap-10 line-above mih-36">
      <PlatformIcon provider={alert.provider} size={14} label={name} />
      <span className={classes["queuedText"]}>
        <b>
          <bdi>{alert.name || "Anonymous"}</bdi>
        </b>{" "}
        {facts.join(" · ")}
      </span>
      <span className="small muted">{state}</span>
    </li>
  );
}
