import { Tooltip } from "@mantine/core";
import { IconCheck, IconEyeOff } from "@tabler/icons-react";
import { usePlatforms } from "../../api/platforms";
import type { Platform } from "../../api/types";
import { PlatformIcon } from "../../ui/platform-icon";
import classes from "./chips.module.css";
import type { Editing } from "./editing";
import type { Provider } from "./filter-types";
import { toggleProvider } from "./providers";

// The platforms whose chat is read are those that a filter knows by name.
function isWatchable(platform: Platform): platform is Platform & { provider: Provider } {
  return platform.flags.chatRead;
}

/** Where nothing can be deleted a hit is hidden on our side only, and the chip says so. */
function watchedWords({ name, capabilities }: Platform): string {
  const lacking = capabilities.find(({ label, supported }) => !supported && label.startsWith("Delete"));
  return lacking ? `${name} is watched, but hits are only hidden here. ${lacking.reason ?? ""}` : `${name} is watched`;
}

/** Where the filter watches; none named means everywhere, also on a platform that is connected later. */
export function PlatformChips({ draft, change, errorOf, isLocked }: Editing) {
  const platforms = usePlatforms().filter(isWatchable);
  const all = platforms.map(({ provider }) => provider);
  return (
    <div>
      <fieldset className={classes["chips"]} aria-label="Platforms">
        {platforms.map((platform) => {
          const { provider, name } = platform;
          const isOn = draft.providers.length === 0 || draft.providers.includes(provider);
          return (
            <Tooltip key={provider} label={isOn ? watchedWords(platform) : `${name} is left alone`}>
              <button
                type="button"
                className={classes["chip"]}
                aria-pressed={isOn}
                aria-label={name}
                disabled={isLocked}
                onClick={() => change({ providers: toggleProvider(all, draft.providers, provider) })}
              >
                <PlatformIcon provider={provider} size={14} />
                {isOn ? (
                  <IconCheck className={classes["tick"] ?? ""} size={14} aria-hidden="true" />
                ) : (
                  <IconEyeOff size={14} aria-hidden="true" />
                )}
              </button>
            </Tooltip>
          );
        })}
      </fieldset>
      {errorOf("providers") && <p className={classes["problem"]}>{errorOf("providers")}</p>}
    </div>
  );
}
