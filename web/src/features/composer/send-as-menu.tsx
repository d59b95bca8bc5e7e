import { Menu } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { usePlatforms } from "../../api/platforms";
import type { ChannelProvider, Platform, UserProvider } from "../../api/types";
import { joinNames } from "../../lib/text/join-names";
import { useCurrentUser } from "../../session/current-user";
import { Avatar } from "../../ui/avatar";
import classes from "./send-as-menu.module.css";
import type { Speaker } from "./targets/targets";

interface SendAsMenuProps {
  speaker: Speaker;
  providers: readonly ChannelProvider[];
  accounts: readonly UserProvider[];
  onSelect: (speaker: Speaker) => void;
}

interface SenderOption {
  kind: Speaker;
  name: string;
  avatar: string;
  about: string;
}

/** Selects the account that sends: the user's own or the bot. */
export function SendAsMenu({ speaker, providers, accounts, onSelect }: SendAsMenuProps) {
  const options = [useOwnOption(accounts), botOption(providers, usePlatforms())];
  const current = options.find(({ kind }) => kind === speaker);
  return (
    <div className="row small gap-6 muted ml-auto">
      <span aria-hidden="true">as</span>
      <Menu position="top-end">
        <Menu.Target>
          <button type="button" className={classes["chip"]} aria-label={`Send as ${current?.name ?? ""}`}>
            <Avatar name={current?.name ?? ""} src={current?.avatar} size={24} />
            <span className="truncate bright">{current?.name}</span>
            <IconChevronDown size={13} aria-hidden="true" />
          </button>
        </Menu.Target>
        <Menu.Dropdown aria-label="Send as">
          <Menu.RadioGroup value={speaker} onChange={(kind) => onSelect(kind === "me" ? "me" : "bot")}>
            {options.map(({ kind, name, avatar, about }) => (
              <Menu.RadioItem
                key={kind}
                value={kind}
                closeMenuOnClick
                rightSection={<Avatar name={name} src={avatar} size={24} />}
              >
                <span className="column">
                  {name}
                  <span className="small muted">{about}</span>
                </span>
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

function useOwnOption(accounts: readonly UserProvider[]): SenderOption {
  const platforms = usePlatforms();
  const user = useCurrentUser().data;
  const usable = accounts.filter(({ can_chat: canChat }) => canChat);
  const names = platforms.flatMap(({ provider, name }) =>
    usable.some((account) => account.provider === provider) ? [name] : [],
  );
  return {
    kind: "me",
    name: user?.display_name ?? "Me",
    avatar: user?.avatar_url ?? "",
    about: names.length > 0 ? `Your accounts on ${joinNames(names)}` : "No account connected",
  };
}

/** The option to send as the bot; on a platform without a bot the channel's own account sends. */
export function botOption(providers: readonly ChannelProvider[], platforms: readonly Platform[]): SenderOption {
  const chats = platforms.flatMap((platform) =>
    providers
      .filter(({ provider }) => platform.flags.chatWrite && provider === platform.provider)
      .map(({ bot_provider: bot, display_name: own }) => ({
        platform: platform.name,
        bot,
        name: bot?.display_name ?? own,
      })),
  );
  const names = [...new Set(chats.map(({ name }) => name))];
  const bots = chats.flatMap(({ bot }) => bot ?? []);
  const avatar = bots[0]?.avatar_url ?? "";
  if (bots.length === 0) {
    const about = names.length > 0 ? `Answers as ${joinNames(names)} until you connect a bot` : "No chat to send to";
    return { kind: "bot", name: "Channel", avatar, about };
  }
  const [only] = names;
  if (only && names.length === 1 && bots.length === chats.length)
    return { kind: "bot", name: only, avatar, about: "Bot" };
  const where = (name: string) => chats.flatMap((chat) => (chat.name === name ? [chat.platform] : []));
  return {
    kind: "bot",
    name: "Bot",
    avatar,
    about: names.map((name) => `${name} on ${joinNames(where(name))}`).join(", "),
  };
}
