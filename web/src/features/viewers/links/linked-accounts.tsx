import { ActionIcon, Menu, Tooltip } from "@mantine/core";
import { IconId, IconPlus, IconUnlink } from "@tabler/icons-react";
import { useState } from "react";
import { platformName, usePlatforms } from "../../../api/platforms";
import { openPopup } from "../../../lib/auth/popup";
import { PlatformIcon } from "../../../ui/platform-icon";
import { popoutPath } from "../popout-path";
import classes from "../viewer-card.module.css";
import { type Account, type Card, useUnlink, type Viewer } from "../viewers.queries";
import { LinkDialog } from "./link-dialog";

interface LinkedAccountsProps {
  card: Card;
  viewer: Viewer;
  onOpenViewer: ((provider: string, viewerId: string) => void) | undefined;
}

export function LinkedAccounts({ card, viewer, onOpenViewer }: LinkedAccountsProps) {
  const [isLinking, setLinking] = useState(false);
  const open = ({ provider, provider_viewer_id: viewerId }: Account) => {
    if (onOpenViewer) onOpenViewer(provider, viewerId);
    else openPopup(popoutPath({ channelId: card.channelId, provider, viewerId }));
  };
  return (
    <div className="row gap-6 wrap pt-16">
      <span className={classes["small"]}>Linked accounts</span>
      {viewer.accounts.length === 0 && <span className={classes["small"]}>None</span>}
      {viewer.accounts.map((account) => (
        <AccountChip
          key={`${account.provider}:${account.provider_viewer_id}`}
          card={card}
          account={account}
          onOpen={() => open(account)}
        />
      ))}
      <Tooltip label="Link another account">
        <ActionIcon size={24} aria-label="Link another account" onClick={() => setLinking(true)}>
          <IconPlus size={15} />
        </ActionIcon>
      </Tooltip>
      {isLinking && <LinkDialog card={card} viewer={viewer} onClose={() => setLinking(false)} />}
    </div>
  );
}

function AccountChip({ card, account, onOpen }: { card: Card; account: Account; onOpen: () => void }) {
  const unlink = useUnlink(card);
  const platform = platformName(usePlatforms(), account.provider);
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <button type="button" className={classes["chip"]} aria-label={`${account.name} on ${platform}`}>
          <PlatformIcon provider={account.provider} size={13} />
          <bdi>{account.name}</bdi>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconId size={16} />} onClick={onOpen}>
          Open card
        </Menu.Item>
        <Menu.Item leftSection={<IconUnlink size={16} />} onClick={() => unlink.mutate(account)}>
          Unlink
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
