import { useDisclosure } from "@mantine/hooks";
import { IconRobot, IconTemplate } from "@tabler/icons-react";
import { useNavigate, useParams } from "react-router";
import { ImportTemplateDialog } from "../../features/command-templates/import/import-template-dialog";
import { CommandsPage } from "../../features/commands/commands.page";
import type { ImportChoice } from "../../features/commands/list/import-menu";

/** The command list with all import sources. */
export function ChatCommandsPage() {
  const { channelId = "" } = useParams();
  const navigate = useNavigate();
  const [isTemplateDialogOpen, templateDialog] = useDisclosure();
  const imports: readonly ImportChoice[] = [
    {
      id: "template",
      label: "From a template",
      about: "Command packs of this server",
      icon: IconTemplate,
      onChoose: templateDialog.open,
    },
    {
      id: "bot",
      label: "From another bot",
      about: "Nightbot, StreamElements, Streamlabs or tbot, with timers and quotes",
      icon: IconRobot,
      onChoose: () => void navigate(`/channels/${channelId}/chat-commands/import`),
    },
  ];
  return (
    <>
      <CommandsPage imports={imports} />
      <ImportTemplateDialog channelId={channelId} opened={isTemplateDialogOpen} onClose={templateDialog.close} />
    </>
  );
}
