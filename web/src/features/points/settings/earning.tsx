import { NumberInput } from "@mantine/core";
import { IconClock } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { platformName, usePlatforms } from "../../../api/platforms";
import { pointNumber } from "../../../session/points/points";
import { PlatformIcon } from "../../../ui/platform-icon";
import classes from "../points.module.css";
import { earnedTodayQuery } from "../points.queries";
import type { FormProps } from "./form-props";

const MAX_EARNED = 1_000_000;
const MAX_MULTIPLIER = 100;
const ALL_PROVIDERS = ["twitch", "youtube", "kick", "tiktok"];
const NONE = <span className={classes["none"]}>–</span>;

type AmountSetting = "per_minute" | "per_message" | "per_sub" | "per_100_bits" | "per_follow";

interface EarningProps extends FormProps {
  channelId: string;
}

export function Earning({ channelId, settings, onChange, lockedBecause }: EarningProps) {
  const today = useQuery(earnedTodayQuery(channelId)).data;
  const isLocked = lockedBecause !== undefined;
  const amount = (name: AmountSetting, label: string) => (
    <AmountField
      label={label}
      saved={settings[name]}
      max={MAX_EARNED}
      isLocked={isLocked}
      onSave={(value) => onChange({ [name]: value })}
    />
  );
  return (
    <section aria-labelledby="earning">
      <div className={classes["section"]}>
        <h2 id="earning">Earning</h2>
        <p>What viewers get, and for what. 0 turns a line off. Today is updated every minute.</p>
      </div>
      <Columns />
      <Line
        title="Watching"
        about="Each minute of a live stream"
        today={today?.watching}
        everyone={amount("per_minute", "Watching")}
        subs={<Multiplier settings={settings} onChange={onChange} lockedBecause={lockedBecause} />}
      />
      <Line
        title="Chat message"
        about="Each line in chat that no filter removed"
        today={today?.messages}
        everyone={amount("per_message", "Chat message")}
      />
      <Line
        title="New sub or resub"
        about="Members on YouTube; gifts count for the giver"
        today={today?.subs}
        everyone={NONE}
        subs={amount("per_sub", "New sub or resub")}
        providers={["twitch", "youtube", "kick"]}
      />
      <Line
        title="100 bits"
        about="Or the same value in Super Chat, Kicks or coins"
        today={today?.payments}
        everyone={amount("per_100_bits", "100 bits")}
      />
      <Line
        title="Follow"
        about="Once per viewer, for good"
        today={today?.follows}
        everyone={amount("per_follow", "Follow")}
        providers={["twitch", "kick", "tiktok"]}
      />
      <p className={classes["hint"]}>
        <IconClock size={14} aria-hidden="true" />
        Watching: Twitch tells who is there. On YouTube, Kick and TikTok it means a line in chat in the last 10 minutes.
      </p>
    </section>
  );
}

function Multiplier({ settings, onChange, lockedBecause }: FormProps) {
  return (
    <AmountField
      label="Watching, times this for subscribers"
      saved={settings.sub_multiplier}
      min={1}
      max={MAX_MULTIPLIER}
      prefix="× "
      isLocked={lockedBecause !== undefined}
      onSave={(sub_multiplier) => onChange({ sub_multiplier })}
    />
  );
}

function Columns() {
  return (
    <div className={classes["columns"]} aria-hidden="true">
      <span>For</span>
      <span>Everyone</span>
      <span>Subscribers</span>
      <span>Counts on</span>
      <span className={classes["today"]}>Today</span>
    </div>
  );
}

interface LineProps {
  title: string;
  about: string;
  everyone: ReactNode;
  subs?: ReactNode;
  providers?: readonly string[];
  /** Points that viewers earned today; undefined until they are loaded. */
  today: number | undefined;
}

function Line({ title, about, everyone, subs = NONE, providers = ALL_PROVIDERS, today }: LineProps) {
  const platforms = usePlatforms();
  return (
    <div className={classes["line"]}>
      <span>
        <b>{title}</b>
        <span className={classes["small"]}>{about}</span>
      </span>
      {everyone}
      {subs}
      <span className={classes["platforms"]}>
        {providers.map((provider) => (
          <PlatformIcon key={provider} provider={provider} size={14} label={platformName(platforms, provider)} />
        ))}
      </span>
      <span className={classes["today"]}>
        {today !== undefined && (
          <>
            {pointNumber(today)}
            <span className={classes["unit"]}> given today</span>
          </>
        )}
      </span>
    </div>
  );
}

interface AmountFieldProps {
  label: string;
  saved: number;
  min?: number;
  max: number;
  prefix?: string;
  isLocked: boolean;
  onSave: (amount: number) => void;
}

/** Field for a whole number from `min` to `max`; Enter or losing the focus saves it. */
function AmountField({ label, saved, min = 0, max, prefix = "", isLocked, onSave }: AmountFieldProps) {
  const [typed, setTyped] = useState<number | string | null>(null);
  const commit = () => {
    // An empty field shows the saved number again.
    const amount = typeof typed === "number" ? Math.min(Math.max(typed, min), max) : saved;
    setTyped(null);
    if (amount !== saved) onSave(amount);
  };
  return (
    <NumberInput
      aria-label={label}
      size="xs"
      value={typed ?? saved}
      min={min}
      max={max}
      prefix={prefix}
      disabled={isLocked}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="none"
      thousandSeparator=","
      onChange={setTyped}
      onBlur={commit}
      onKeyDown={(event) => event.key === "Enter" && commit()}
    />
  );
}
