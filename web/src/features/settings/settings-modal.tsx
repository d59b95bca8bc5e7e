import { Tabs } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Dialog } from "../../ui/dialogs/dialog";
import { ApiTokens } from "./api-tokens/api-tokens";
import { Connections } from "./connections";
import { DangerZone } from "./danger-zone";
import { Dates } from "./dates";
import { Sessions } from "./sessions";
import { SettingsSection } from "./settings-section";

interface SettingsModalProps {
  chatAppearance: ReactNode;
  /** Null outside a channel, because each channel has its own sound settings. */
  sounds: { channelName: string; fields: ReactNode } | null;
  onClose: () => void;
}

export function SettingsModal({ chatAppearance, sounds, onClose }: SettingsModalProps) {
  // Escape closes only the confirmation on top, not both dialogs.
  const [isConfirming, setConfirming] = useState(false);
  return (
    <Dialog opened onClose={onClose} title="Settings" size={560} closeOnEscape={!isConfirming}>
      <Tabs defaultValue="account" keepMounted={false}>
        <Tabs.List mb={16}>
          <Tabs.Tab value="account">Account</Tabs.Tab>
          <Tabs.Tab value="display">Display</Tabs.Tab>
          <Tabs.Tab value="sounds">Sounds</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="account">
          <Connections onConfirming={setConfirming} />
          <Sessions onConfirming={setConfirming} />
          <ApiTokens onConfirming={setConfirming} />
          <DangerZone onConfirming={setConfirming} />
        </Tabs.Panel>
        <Tabs.Panel value="display">
          <Dates />
          <SettingsSection title="Chat appearance" about="In all channels" isSpaced>
            {chatAppearance}
          </SettingsSection>
        </Tabs.Panel>
        <Tabs.Panel value="sounds">
          <SettingsSection title="Notification sounds" about={sounds?.channelName} isSpaced>
            {sounds?.fields ?? "Open a channel to set its sounds."}
          </SettingsSection>
        </Tabs.Panel>
      </Tabs>
    </Dialog>
  );
}
