import { platformName } from "../../../api/platforms";
import type { ChannelProvider, Platform } from "../../../api/types";
import { formatNumber } from "../../../lib/locale";
import { PlatformIcon } from "../../../ui/platform-icon";
import classes from "./chat-header.module.css";

/** Messages per minute of each connected platform that has a chat. */
export function MessageRates({
  providers,
  platforms,
}: {
  providers: readonly ChannelProvider[];
  platforms: readonly Platform[];
}) {
  const rates = ratesOf(providers, platforms);
  if (rates.length === 0) return null;
  return (
    <>
      <ul className={classes["rates"]} aria-label="Messages per minute">
        {rates.map(({ provider, rate }) => (
          <li key={provider} className={classes["rate"]}>
            <PlatformIcon provider={provider} size={14} label={platformName(platforms, provider)} />
            {formatNumber(rate)}
          </li>
        ))}
      </ul>
      <span className={classes["unit"]} aria-hidden="true">
        msgs/min
      </span>
    </>
  );
}

/** Messages per minute by platform; two accounts on the same platform are added up. */
export function ratesOf(providers: readonly ChannelProvider[], platforms: readonly Platform[]) {
  return platforms
    .filter(({ flags, provider }) => flags.chatRead && providers.some((account) => account.provider === provider))
    .map(({ provider }) => ({
      provider,
      rate: providers
        .filter((account) => account.provider === provider)
        .reduce((sum, { health }) => sum + health.messages_per_minute, 0),
    }));
}
