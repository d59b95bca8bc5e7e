import { Tooltip } from "@mantine/core";
import { IconCheck, IconX, type TablerIcon } from "@tabler/icons-react";
import { isMeant, toggleProvider } from "../../api/platforms";
import type { Platform } from "../../api/types";
import { PlatformIcon } from "../platform-icon";
import classes from "./chips.module.css";

interface PlatformChipsProps<Known extends Platform> {
  label: string;
  platforms: readonly Known[];
  /** Empty means all platforms, also those connected later. */
  chosen: readonly Known["provider"][];
  onChange: (providers: Known["provider"][]) => void;
  /** Accessible name of a chip. */
  words: (platform: Known, isOn: boolean) => string;
  offIcon?: TablerIcon;
  error?: string | undefined;
  isLocked: boolean;
}

/** Platform selection as toggle chips. */
export function PlatformChips<Known extends Platform>(props: PlatformChipsProps<Known>) {
  const { label, platforms, chosen, onChange, words, offIcon: OffIcon = IconX, error, isLocked } = props;
  const all = platforms.map(({ provider }): Known["provider"] => provider);
  return (
    <div>
      <fieldset className={classes["chips"]} aria-label={label}>
        {platforms.map((platform) => {
          const { provider, name } = platform;
          const isOn = isMeant(chosen, provider);
          return (
            <Tooltip key={provider} label={words(platform, isOn)}>
              <button
                type="button"
                className={classes["chip"]}
                aria-pressed={isOn}
                aria-label={name}
                disabled={isLocked}
                onClick={() => onChange(toggleProvider(all, chosen, provider))}
              >
                <PlatformIcon provider={provider} size={14} />
                {isOn ? (
                  <IconCheck className={classes["tick"] ?? ""} size={14} aria-hidden="true" />
                ) : (
                  <OffIcon size={14} aria-hidden="true" />
                )}
              </button>
            </Tooltip>
          );
        })}
      </fieldset>
      {error && <p className={classes["problem"]}>{error}</p>}
    </div>
  );
}
