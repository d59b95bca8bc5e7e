import { Menu } from "@mantine/core";
import { isMeant, type Provider, toggleProvider, usePlatforms, type Writable, writable } from "../../../api/platforms";
import { PlatformIcon } from "../../../ui/platform-icon";
import classes from "../editor/command-editor.module.css";

interface ResponsePlatformsProps {
  label: string;
  chosen: readonly Provider[];
  onChange: (providers: Provider[]) => void;
  isLocked: boolean;
}

/** Where one answer is for; none named means everywhere that can be written to. */
export function ResponsePlatforms({ label, chosen, onChange, isLocked }: ResponsePlatformsProps) {
  const platforms = writable(usePlatforms());
  const all = platforms.map(({ provider }) => provider);
  const isOn = (provider: Provider) => isMeant(chosen, provider);
  const shown = platforms.filter(({ provider }) => isOn(provider));
  return (
    <Menu position="bottom-start" disabled={isLocked}>
      <Menu.Target>
        <button
          type="button"
          className={classes["platforms"]}
          disabled={isLocked}
          aria-label={`Platforms of ${label.toLowerCase()}: ${words(shown, platforms)}`}
        >
          {shown.map(({ provider }) => (
            <PlatformIcon key={provider} provider={provider} size={13} />
          ))}
          <span>{words(shown, platforms)}</span>
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

function words(shown: readonly Writable[], all: readonly Writable[]): string {
  if (shown.length === all.length) return "All platforms that can write";
  return `Only ${shown.map(({ name }) => name).join(" and ")}`;
}
