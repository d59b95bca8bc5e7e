import { Fragment } from "react";
import type { ChannelProvider, Platform } from "../../../api/types";
import classes from "./platform-notice.module.css";

/** Notice about a permission that the account lacks on the platform, a connection error or a restricted quota. */
export function PlatformNotice({ provider, platform }: { provider: ChannelProvider; platform: Platform }) {
  if (provider.scope_needed) return <MissingPermission provider={provider} platform={platform} />;
  const { state, detail } = provider.connection;
  const isFailing = state === "failing" || state === "stopped";
  const text = isFailing ? detail : provider.health.allowance?.restriction;
  return text ? <p className={classes["notice"]}>{text}</p> : null;
}

function MissingPermission({ provider, platform }: { provider: ChannelProvider; platform: Platform }) {
  const missing = provider.missing_scopes;
  if (missing.length === 0) {
    return <p className={classes["notice"]}>{platform.name} access has expired. Reconnect to continue.</p>;
  }
  return (
    <p className={classes["notice"]}>
      Missing permission:{" "}
      {missing.map(({ scope, label }, index) => (
        <Fragment key={scope}>
          {separator(index, missing.length)}
          <b>{inSentence(label)}</b>
        </Fragment>
      ))}
      . Reconnect {platform.name} to allow it. Everything else works.
    </p>
  );
}

function separator(index: number, count: number): string {
  if (index === 0) return "";
  return index === count - 1 ? " and " : ", ";
}

// The server's permission labels are capitalised ("Read chat"); here they are inside a sentence.
function inSentence(label: string): string {
  return label.charAt(0).toLowerCase() + label.slice(1);
}
