import { useState } from "react";
import type { ChannelProvider, Platform } from "../../../api/types";
import { Panel } from "../../../ui/panel";
import { DisconnectDialog } from "../disconnect-dialog";
import { BotRow } from "./bot-row";
import { CapabilityList, FoldedCapabilities } from "./capability-list";
import { MainAction, PlatformMenu } from "./platform-actions";
import classes from "./platform-card.module.css";
import { PlatformFacts } from "./platform-facts";
import { ConnectedLine, PlatformHead, StateTags } from "./platform-head";
import { PlatformNotice } from "./platform-notice";
import { ProofNotice } from "./proof-notice";

interface PlatformCardProps {
  provider: ChannelProvider;
  platform: Platform;
  canManage: boolean;
  /** Whether the card has the menu and folds its features; false on the page of one platform. */
  hasMenu?: boolean;
}

/** One platform account that is connected to the channel. */
export function PlatformCard({ provider, platform, canManage, hasMenu = true }: PlatformCardProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  const shared = { provider, platform, canManage };
  return (
    <Panel className={classes["card"] ?? ""} aria-label={`${platform.name}: ${provider.display_name}`}>
      <PlatformHead
        provider={provider.provider}
        title={platform.name}
        tags={<StateTags provider={provider} />}
        line={<ConnectedLine provider={provider} />}
        action={<MainAction {...shared} />}
        menu={hasMenu && <PlatformMenu {...shared} onDisconnect={() => setIsConfirming(true)} />}
      />
      <PlatformNotice provider={provider} platform={platform} />
      <ProofNotice {...shared} />
      <PlatformFacts provider={provider} />
      <BotRow connection={provider} platform={platform} canManage={canManage} />
      {hasMenu ? <FoldedCapabilities platform={platform} /> : <CapabilityList platform={platform} />}
      <DisconnectDialog {...shared} opened={isConfirming} onClose={() => setIsConfirming(false)} />
    </Panel>
  );
}
