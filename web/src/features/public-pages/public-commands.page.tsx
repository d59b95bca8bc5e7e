import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useParams } from "react-router";
import { usePlatforms } from "../../api/platforms";
import { SEARCH_DELAY_MS } from "../../lib/search";
import { PlatformIcon } from "../../ui/platform-icon";
import { accessLabel, cooldownLabel, costLabel, groupCommands } from "./public-command-labels";
import { PublicFrame } from "./public-frame";
import classes from "./public-pages.module.css";
import { type PublicCommand, usePublicCommands } from "./public-pages.queries";

/** Public page with the commands of a channel. */
export function PublicCommandsPage() {
  const { channelId = "" } = useParams();
  const [query, setQuery] = useState("");
  const [search] = useDebouncedValue(query.trim(), SEARCH_DELAY_MS);
  const list = usePublicCommands(channelId, search);
  return (
    <PublicFrame
      title="Commands"
      list={list}
      query={query}
      search={search}
      onQuery={setQuery}
      emptyTitle="No public commands"
    >
      {(commands) =>
        groupCommands(commands).map((group) => (
          <section key={group.group} className="mt-8" aria-label={group.name || "Commands"}>
            {group.name !== "" && (
              <h2 className="medium muted breaks fw-500 mb-4">
                <bdi>{group.name}</bdi>
              </h2>
            )}
            <ul className="plain-list">
              {group.commands.map((command) => (
                <CommandRow key={command.cmds.join(" ")} command={command} />
              ))}
            </ul>
          </section>
        ))
      }
    </PublicFrame>
  );
}

function CommandRow({ command }: { command: PublicCommand }) {
  const [name = "", ...others] = command.cmds;
  const labels = [accessLabel(command), costLabel(command), cooldownLabel(command)].filter((label) => label !== null);
  return (
    <li className={classes["row"]}>
      <div className="wrap flex miw-0 breaks fs-chat mono align-baseline column-gap-8">
        <bdi className="fw-500">{name}</bdi>
        {others.length > 0 && <bdi className="muted fs-small">{others.join(", ")}</bdi>}
      </div>
      <p className="muted miw-0 breaks">
        <bdi>{command.text}</bdi>
      </p>
      <div className="row small gap-8 digits nowrap faint">
        {labels.join(" · ")}
        <Platforms providers={command.providers} />
      </div>
    </li>
  );
}

/** Icons of the platforms that a command is limited to. */
function Platforms({ providers }: { providers: readonly string[] }) {
  const platforms = usePlatforms().filter(({ provider }) => providers.includes(provider));
  return platforms.map(({ provider, name }) => (
    <PlatformIcon key={provider} provider={provider} size={14} label={`On ${name}`} />
  ));
}
