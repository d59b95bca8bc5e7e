import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { api, unwrap } from "../../../api/client";
import { keys } from "../../../api/keys";
import type { GameKey } from "../game-types";
import classes from "../games.module.css";
import { Section } from "./section";

const COMMANDS_SHOWN = 5;

export function PlaySection({ channelId, game }: { channelId: string; game: GameKey }) {
  const commands = useCommandsOf(channelId, game);
  const list = `/channels/${channelId}/chat-commands`;
  const variable = <code>{`$(${game} $(1))`}</code>;
  return (
    <Section title="Command" about="What viewers type to play, on all platforms where the bot can answer.">
      {commands === undefined ? null : commands.length > 0 ? (
        <p className={classes["commands"]}>
          {commands.map(({ id, name }) => (
            <Link key={id} to={`${list}/${id}`} className={classes["command"]}>
              {name}
            </Link>
          ))}
          <span className="small muted">followed by the bet</span>
        </p>
      ) : (
        <p className="small muted">
          No command plays this yet. <Link to={`${list}/new`}>Add a command</Link> with the response {variable}, or
          import one from the templates.
        </p>
      )}
    </Section>
  );
}

function useCommandsOf(channelId: string, game: GameKey): { id: string; name: string }[] | undefined {
  const { data } = useQuery({
    queryKey: [...keys.commands(channelId), "of-game", game],
    queryFn: () =>
      unwrap(
        api.GET("/api/2/channels/{channel_id}/commands", {
          params: { path: { channel_id: channelId }, query: { q: `$(${game}`, limit: COMMANDS_SHOWN } },
        }),
      ),
    meta: { quiet: true },
  });
  return data?.records.map(({ id, cmds }) => ({ id, name: cmds[0] ?? "" }));
}
