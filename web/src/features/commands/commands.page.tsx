import { useMatch, useParams } from "react-router";
import { ListPage } from "../../ui/list/list-page";
import { useCommandsLive } from "./commands.live";
import { CommandsPanel } from "./list/commands-panel";
import type { ImportChoice } from "./list/import-menu";

interface CommandsPageProps {
  /** Import sources besides the default commands. */
  imports: readonly ImportChoice[];
}

export function CommandsPage({ imports }: CommandsPageProps) {
  const { channelId = "" } = useParams();
  const isOpen = useMatch("/channels/:channelId/chat-commands/:commandId") !== null;
  useCommandsLive(channelId);
  return (
    <ListPage title="Chat Commands" isOpen={isOpen}>
      <CommandsPanel key={channelId} channelId={channelId} imports={imports} />
    </ListPage>
  );
}
