import { IconCheck, IconX } from "@tabler/icons-react";
import { usePlatforms } from "../../api/platforms";
import { PlatformIcon } from "../../ui/platform-icon";
import classes from "./command.module.css";
import type { Editing } from "./editing";
import { toggleProvider, writable } from "./providers";

/** Where the command is answered at all; none named means everywhere, also on a platform that is connected later. */
export function PlatformChips({ draft, change, errorOf, isLocked }: Editing) {
  const platforms = writable(usePlatforms());
  const all = platforms.map(({ provider }) => provider);
  return (
    <div>
      <h3 className={classes["label"]}>Platforms</h3>
      <fieldset className={classes["chips"]} aria-label="Platforms of the command">
        {platforms.map(({ provider, name }) => {
          const isOn = draft.providers.length === 0 || draft.providers.includes(provider);
          return (
            <button
              key={provider}
              type="button"
              className={classes["chip"]}
              aria-pressed={isOn}
              disabled={isLocked}
              onClick={() => change({ providers: toggleProvider(all, draft.providers, provider) })}
            >
              <PlatformIcon provider={provider} size={14} />
              {name}
              {isOn ? <IconCheck size={14} aria-hidden="true" /> : <IconX size={14} aria-hidden="true" />}
            </button>
          );
        })}
      </fieldset>
      {errorOf("providers") && <p className={classes["problem"]}>{errorOf("providers")}</p>}
    </div>
  );
}
