import { IconCheck } from "@tabler/icons-react";
import { messageOf } from "../../../api/errors";
import type { ChannelProvider } from "../../../api/types";
import { PlatformIcon } from "../../../ui/platform-icon";
import classes from "./quick-actions.module.css";
import { type ChatModes as Modes, useChangeModes, useChatModes } from "./quick-actions.queries";

const SLOW_SECONDS = 30;
const FOLLOWERS_SECONDS = 600;

/** Switches of the modes of one chat: slow, followers-only, subscribers-only and emote-only. */
export function ChatModes({ channelId, provider }: { channelId: string; provider: ChannelProvider }) {
  const modes = useChatModes(channelId, provider);
  const { mutate } = useChangeModes(channelId, provider);
  return (
    <fieldset className={classes["modes"]}>
      <legend>
        Chat modes
        <PlatformIcon provider={provider.provider} size={14} />
      </legend>
      {modes.data ? (
        <div className={classes["chips"]}>
          <Mode
            isOn={modes.data.slow_seconds !== null}
            onChange={(on) => mutate({ slow_seconds: on ? SLOW_SECONDS : null })}
          >
            {slowLabel(modes.data)}
          </Mode>
          <Mode
            isOn={modes.data.followers_seconds !== null}
            onChange={(on) => mutate({ followers_seconds: on ? FOLLOWERS_SECONDS : null })}
          >
            Followers
          </Mode>
          <Mode isOn={modes.data.subscribers_only} onChange={(on) => mutate({ subscribers_only: on })}>
            Subscribers
          </Mode>
          <Mode isOn={modes.data.emotes_only} onChange={(on) => mutate({ emotes_only: on })}>
            Emotes only
          </Mode>
        </div>
      ) : (
        <p className={classes["problem"]}>{modes.error ? messageOf(modes.error) : "Loading…"}</p>
      )}
    </fieldset>
  );
}

function slowLabel({ slow_seconds: seconds }: Modes): string {
  return seconds === null ? "Slow" : `Slow, ${seconds} s`;
}

interface ModeProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  children: string;
}

function Mode({ isOn, onChange, children }: ModeProps) {
  return (
    <button type="button" className={classes["chip"]} aria-pressed={isOn} onClick={() => onChange(!isOn)}>
      {isOn && <IconCheck size={13} aria-hidden="true" />}
      {children}
    </button>
  );
}
