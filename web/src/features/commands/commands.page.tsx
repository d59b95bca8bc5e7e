import { Outlet, useMatch, useParams } from "react-router";
import { PageTitle } from "../../ui/page-title";
import { useIsSheetDocked } from "../../ui/side-sheet";
import { useCommandsLive } from "./commands.live";
import classes from "./commands.module.css";
import { CommandsPanel } from "./commands-panel";
import type { ImportChoice } from "./import-menu";

interface CommandsPageProps {
  /** Where commands can come from besides the starter set; whoever composes the screen knows them. */
  imports?: readonly ImportChoice[];
}

const NO_IMPORTS: readonly ImportChoice[] = [];

export function CommandsPage({ imports = NO_IMPORTS }: CommandsPageProps) {
  const { channelId = "" } = useParams();
  const isOpen = useMatch("/channels/:channelId/chat-commands/:commandId") !== null;
  const isDocked = useIsSheetDocked();
  useCommandsLive(channelId);
  return (
    <div className={classes["page"]} data-open={isOpen || undefined}>
      {!isOpen && <PageTitle>Chat Commands</PageTitle>}
      <div className={classes["list"]} inert={isOpen && !isDocked}>
        <CommandsPanel key={channelId} channelId={channelId} imports={imports} />
      </div>
      <Outlet />
    </div>
  );
}
