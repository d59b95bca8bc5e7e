import { Button, Menu } from "@mantine/core";
import { IconDownload, IconSparkles, type TablerIcon } from "@tabler/icons-react";
import { useCommandPrefix } from "../../../session/commands/command-prefix";
import { useAddDefaultCommands } from "../commands.queries";
import classes from "./command-list.module.css";

export interface ImportChoice {
  id: "template" | "bot" | "starters";
  label: string;
  about: string;
  icon: TablerIcon;
  onChoose: () => void;
}

interface ImportMenuProps {
  channelId: string;
  imports: readonly ImportChoice[];
}

export function ImportMenu({ channelId, imports }: ImportMenuProps) {
  const { mutate } = useAddDefaultCommands(channelId);
  const prefix = useCommandPrefix(channelId);
  const defaultCommands: ImportChoice = {
    id: "starters",
    label: "Default commands",
    about: `${["commands", "uptime", "followage"].map((name) => prefix + name).join(", ")} and more`,
    icon: IconSparkles,
    onChoose: () => mutate(),
  };
  return (
    <Menu width={320}>
      <Menu.Target>
        <Button leftSection={<IconDownload size={16} />}>Import</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {[...imports, defaultCommands].map(({ id, label, about, icon: Icon, onChoose }) => (
          <Menu.Item key={id} leftSection={<Icon size={16} stroke={1.6} />} onClick={onChoose}>
            {label}
            <span className={classes["choiceAbout"]}>{about}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
