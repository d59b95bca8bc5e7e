import { platformName, usePlatforms } from "../api/platforms";
import { PlatformIcon } from "./platform-icon";
import classes from "./platform-icons.module.css";

/** The icons of these platforms, each once. */
export function PlatformIcons({ providers }: { providers: readonly string[] }) {
  const platforms = usePlatforms();
  return (
    <span className={classes["icons"]}>
      {[...new Set(providers)].map((provider) => (
        <PlatformIcon key={provider} provider={provider} label={platformName(platforms, provider)} />
      ))}
    </span>
  );
}
