import { Anchor } from "@mantine/core";
import type { ReactNode } from "react";
import type { ChannelProvider, Platform } from "../../../api/types";
import { longDate, longDateTime } from "../../../lib/time/dates";
import { Panel } from "../../../ui/panel";
import { connectionLabel } from "../platform-labels";
import classes from "./platform-details.module.css";

/** Technical details of a connection. */
export function PlatformDetails({ provider, platform }: { provider: ChannelProvider; platform: Platform }) {
  const { connection } = provider;
  return (
    <Panel className={classes["panel"] ?? ""}>
      <h2>Details</h2>
      <dl className="mt-8 mb-0 mx-0">
        <Detail name="Channel name">{provider.provider_channel_name}</Detail>
        <Detail name={`${platform.name} ID`}>
          <code className={classes["code"]}>{provider.provider_channel_id}</code>
        </Detail>
        <Detail name="Stream ID">
          {provider.live_stream_id ? <code className={classes["code"]}>{provider.live_stream_id}</code> : "Not live"}
        </Detail>
        <Detail name="Title">{provider.title || "Unknown"}</Detail>
        <Detail name="Category">{provider.category || "Unknown"}</Detail>
        <Detail name="Messages">{provider.health.messages_per_minute} in the last minute</Detail>
        <Detail name="Added">
          {longDate(provider.connected_at)} by {provider.connected_by ?? "a former member"}
        </Detail>
        <Detail name="Connection">
          {connectionLabel(connection)} since {longDateTime(connection.since)}
        </Detail>
        <Detail name="Missing permissions">
          {provider.missing_scopes.length === 0 ? "None" : <MissingScopes provider={provider} />}
        </Detail>
        <Detail name="Links">
          <Links provider={provider} platform={platform} />
        </Detail>
      </dl>
    </Panel>
  );
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes["detail"]}>
      <dt className="muted">{name}</dt>
      <dd className="m-0 breaks">{children}</dd>
    </div>
  );
}

function MissingScopes({ provider }: { provider: ChannelProvider }) {
  return (
    <ul className="plain-list">
      {provider.missing_scopes.map(({ scope, label }) => (
        <li key={scope}>
          {label} <code className={classes["code"]}>{scope}</code>
        </li>
      ))}
    </ul>
  );
}

function Links({ provider, platform }: { provider: ChannelProvider; platform: Platform }) {
  const links = [
    { text: `Channel on ${platform.name}`, url: provider.channel_url },
    { text: "Dashboard", url: provider.dashboard_url },
    { text: "Edit stream", url: provider.edit_url },
    { text: "Watch", url: provider.watch_url },
  ].filter((link): link is { text: string; url: string } => link.url !== null);
  if (links.length === 0) return "None";
  return (
    <span className="wrap flex column-gap-16 row-gap-4">
      {links.map(({ text, url }) => (
        <Anchor inherit key={text} href={url} target="_blank" rel="noopener noreferrer">
          {text}
        </Anchor>
      ))}
    </span>
  );
}
