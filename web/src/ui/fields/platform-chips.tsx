import { Tooltip } from "@mantine/core";
import { IconCheck, IconX, type TablerIcon } from "@tabler/icons-react";
import { covers, toggleProvider } from "../../api/platforms";
import type { Platform } from "../../api/types";
import { PlatformIcon } from "../platform-icon";
import classes from "./chips.module.css";

interface PlatformChipsProps<Option extends Platform> {
  label: string;
  platforms: readonly Option[];
  /** Empty means all platforms, also those connected later. */
  chosen: readonly Option["provider"][];
  onChange: (providers: Option["provider"][]) => void;
  /** Text of a chip's tooltip. */
  chipLabel: (platform: Option, isOn: boolean) => string;
  /** A number beside the icon, left out if it is 0. */
  count?: (platform: Option) => number;
  offIcon?: TablerIcon;
  error?: string | undefined;
  isLocked: boolean;
}

/** Platform selection as toggle chips. */
export function PlatformChips<Option extends Platform>(props: PlatformChipsProps<Option>) {
  const { label, platforms, chosen, onChange, chipLabel, count, offIcon: OffIcon = IconX, error, isLocked } = props;
  const all = platforms.map(({ provider }): Option["provider"] => provider);
  return (
    <div>
      <fieldset className="m-0 p-0 gap-6 b-0 wrap flex" aria-label={label}>
        {platforms.map((platform) => {
          const { provider, name } = platform;
          const isOn = covers(chosen, provider);
          const number = count?.(platform) ?? 0;
          return (
            <Tooltip key={provider} label={chipLabel(platform, isOn)}>
              <button
                type="button"
                className={classes["chip"]}
                aria-pressed={isOn}
                aria-label={name}
                disabled={isLocked}
                onClick={() => onChange(toggleProvider(all, chosen, provider))}
              >
                <PlatformIcon provider={provider} size={14} />
                {number > 0 && <span>{number}</span>}
                {isOn ? (
                  <IconCheck className="mint" size={14} aria-hidden="true" />
                ) : (
                  <OffIcon size={14} aria-hidden="true" />
                )}
              </button>
            </Tooltip>
          );
        })}
      </fieldset>
      {error && <p className="small red mt-4">{error}</p>}
    </div>
  );
}
