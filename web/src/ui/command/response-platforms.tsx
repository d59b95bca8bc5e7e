import { Menu } from "@mantine/core";
import { covers, type Provider, toggleProvider, usePlatforms, writablePlatforms } from "../../api/platforms";
import { PlatformIcon } from "../platform-icon";
import classes from "./command-fields.module.css";

interface ResponsePlatformsProps {
  label: string;
  chosen: readonly Provider[];
  onChange: (providers: Provider[]) => void;
  isLocked?: boolean;
}

/** Platforms of one response; an empty list means all. */
export function ResponsePlatforms({ label, chosen, onChange, isLocked = false }: ResponsePlatformsProps) {
  const platforms = writablePlatforms(usePlatforms());
  const all = platforms.map(({ provider }) => provider);
  const isOn = (provider: Provider) => covers(chosen, provider);
  const shown = platforms.filter(({ provider }) => isOn(provider));
  return (
    <Menu position="bottom-start" disabled={isLocked}>
      <Menu.Target>
        <button
          type="button"
          className={classes["platforms"]}
          disabled={isLocked}
          aria-label={`Platforms of ${label.toLowerCase()}: ${summary(shown, platforms)}`}
        >
          {shown.map(({ provider }) => (
            <PlatformIcon key={provider} provider={provider} size={13} />
          ))}
          <span>{summary(shown, platforms)}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {platforms.map(({ provider, name }) => (
          <Menu.CheckboxItem
            key={provider}
            checked={isOn(provider)}
            rightSection={<PlatformIcon provider={provider} size={14} />}
            onChange={() => onChange(toggleProvider(all, chosen, provider))}
          >
            {name}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function summary(shown: readonly { name: string }[], all: readonly unknown[]): string {
  if (shown.length === all.length) return "All platforms";
  return `Only ${shown.map(({ name }) => name).join(" and ")}`;
}
