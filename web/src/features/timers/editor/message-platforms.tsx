import { Tooltip } from "@mantine/core";
import { covers, toggleProvider, usePlatforms, writablePlatforms } from "../../../api/platforms";
import { PlatformIcon } from "../../../ui/platform-icon";
import type { Provider } from "../timers";
import classes from "./timer-editor.module.css";

interface MessagePlatformsProps {
  index: number;
  providers: readonly Provider[];
  isLocked: boolean;
  onChange: (providers: Provider[]) => void;
}

/** Field for the platforms of a message; an empty list means all platforms, also later ones. */
export function MessagePlatforms({ index, providers, isLocked, onChange }: MessagePlatformsProps) {
  const platforms = writablePlatforms(usePlatforms());
  const all = platforms.map(({ provider }) => provider);
  return (
    <fieldset className={classes["platforms"]} aria-label={`Platforms of message ${index + 1}`}>
      {platforms.map(({ provider, name }) => {
        const isOn = covers(providers, provider);
        return (
          <Tooltip key={provider} label={isOn ? `Posted to ${name}` : `Not posted to ${name}`}>
            <button
              type="button"
              className={classes["platform"]}
              aria-pressed={isOn}
              aria-label={name}
              disabled={isLocked}
              onClick={() => onChange(toggleProvider(all, providers, provider))}
            >
              <PlatformIcon provider={provider} size={14} coloured={isOn} />
            </button>
          </Tooltip>
        );
      })}
    </fieldset>
  );
}
