import { Button } from "@mantine/core";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { ChannelProvider, Platform } from "../../../api/types";
import { Panel } from "../../../ui/panel";
import { DisconnectDialog } from "../disconnect-dialog";
import classes from "./platform-danger-zone.module.css";

export function PlatformDangerZone({ provider, platform }: { provider: ChannelProvider; platform: Platform }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const navigate = useNavigate();
  return (
    <Panel className={classes["panel"] ?? ""}>
      <div className={classes["text"]}>
        <h2>Danger Zone</h2>
        <p className="muted">Disconnecting stops chat and the bot on {platform.name} and revokes access.</p>
      </div>
      <Button variant="light" color="red" onClick={() => setIsConfirming(true)}>
        Disconnect {platform.name}
      </Button>
      <DisconnectDialog
        provider={provider}
        platform={platform}
        opened={isConfirming}
        onClose={() => setIsConfirming(false)}
        onDone={() => void navigate(`/channels/${provider.channel_id}/providers`)}
      />
    </Panel>
  );
}
