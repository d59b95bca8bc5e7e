import { Button } from "@mantine/core";
import { IconPlayerPlay } from "@tabler/icons-react";
import { useState } from "react";
import { messageOf } from "../../../api/errors";
import type { ChannelProvider } from "../../../api/types";
import { secondsBetween } from "../../../lib/time/dates";
import { useNow } from "../../../lib/time/use-now";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { Segments } from "../../../ui/buttons/segments";
import { PlatformIcon } from "../../../ui/platform-icon";
import { type AdSeconds, useAdSchedule, useLastAd, useRunAd, useSnoozeAd } from "./ads.queries";
import classes from "./quick-actions.module.css";

const LENGTHS = [
  { value: "30", label: "30 s" },
  { value: "60", label: "60 s" },
  { value: "90", label: "90 s" },
  { value: "180", label: "3 min" },
] as const;
type Length = (typeof LENGTHS)[number]["value"];

/** Runs an ad, counts its seconds down, and shows when the next ad is due. */
export function AdBox({ channelId, provider }: { channelId: string; provider: ChannelProvider }) {
  const [length, setLength] = useState<Length>("60");
  const run = useRunAd(channelId, provider.id);
  const snooze = useSnoozeAd(channelId, provider.id);
  const { data: schedule, error: scheduleError } = useAdSchedule(channelId, provider.id);
  const ad = useLastAd(channelId, provider.id);
  const now = useNow();
  const left = ad ? secondsBetween(now, ad.ends_at) : 0;
  const due = schedule?.next_ad_at ? secondsBetween(now, schedule.next_ad_at) : 0;
  const canSnooze = due > 0 && (schedule?.snoozes_left ?? 0) > 0;
  const error = run.error ?? (left > 0 ? null : scheduleError);
  const problem = error ? messageOf(error) : left > 0 && ad?.detail;
  return (
    <section className="column gap-8 align-flex-start pt-8 pb-12 px-16" aria-label="Ads">
      <div className="row gap-8 w-full">
        <PlatformIcon provider={provider.provider} size={15} />
        <b>Run ad</b>
        <span className="muted fs-small digits ml-auto" role="timer">
          {left > 0 ? `Ad: ${left} s left` : due > 0 ? `next in ${clockTime(due)}` : schedule && "no ad due"}
        </span>
      </div>
      <div className={classes["run"]}>
        <Segments label="Length of the ad" value={length} options={LENGTHS} onChange={setLength} isFull />
        <BusyButton
          isBusy={run.isPending}
          isDisabled={left > 0}
          leftSection={<IconPlayerPlay size={15} />}
          onClick={() => run.mutate(Number(length) as AdSeconds)}
        >
          Run
        </BusyButton>
      </div>
      {canSnooze && (
        <Button size="compact-xs" variant="subtle" onClick={() => snooze.mutate()}>
          {`Postpone 5 minutes (${schedule?.snoozes_left} left)`}
        </Button>
      )}
      {problem && (
        <p className={classes["problem"]} role="status">
          {problem}
        </p>
      )}
    </section>
  );
}

/** Minutes and seconds: "12:40". */
function clockTime(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
