import { IconPlugConnectedX } from "@tabler/icons-react";
import { platformName } from "../../api/platforms";
import type { ChannelProvider, Platform } from "../../api/types";
import { connectionProblem } from "../../session/channel-providers";
import classes from "./filter-notice.module.css";

interface OutageNoticeProps {
  providers: readonly ChannelProvider[];
  platforms: readonly Platform[];
}

/** Says which platforms' chats cannot be read at the moment, and why. */
export function OutageNotice({ providers, platforms }: OutageNoticeProps) {
  const outages = platforms
    .filter(({ flags }) => flags.stream && flags.chatRead)
    .flatMap(({ provider: key }) => providers.filter(({ provider }) => provider === key))
    .flatMap((provider) => {
      const trouble = connectionProblem(provider);
      return trouble === null ? [] : [{ id: provider.id, text: reasonWithName(provider, platforms, trouble) }];
    });
  if (outages.length === 0) return null;
  return (
    <div className={classes["band"]} role="status">
      <IconPlugConnectedX size={15} aria-hidden="true" />
      <span className="grow miw-0 py-4">
        {outages.map(({ id, text }) => (
          <span key={id}>{text} </span>
        ))}
      </span>
    </div>
  );
}

/** The server's reason; a reason without the platform's name gets the name in front. */
function reasonWithName({ provider }: ChannelProvider, platforms: readonly Platform[], trouble: string): string {
  const name = platformName(platforms, provider);
  return trouble.includes(name) ? trouble : `${name}: ${trouble || "not connected"}`;
}
