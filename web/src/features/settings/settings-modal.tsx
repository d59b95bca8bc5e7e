import { Button, NativeSelect, Tabs } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { formatNumber } from "../../lib/locale";
import { longDateTime } from "../../lib/time/dates";
import { LOCALE_SETTING } from "../../session/locale/locale";
import { useSaveSettings, useSettings } from "../../session/settings";
import { Dialog } from "../../ui/dialogs/dialog";
import { ApiTokens } from "./api-tokens/api-tokens";
import { Connections } from "./connections";
import { DeleteUserDialog } from "./delete-user-dialog";
import { LOCALE_OPTIONS } from "./locale-options";
import { Sessions } from "./sessions";
import classes from "./settings.module.css";
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

const EXAMPLE = 1234.5;

/** Setting for the language of dates and numbers on all screens. */
function Dates() {
  const saved = useSettings().data?.[LOCALE_SETTING];
  const save = useSaveSettings();
  return (
    <SettingsSection title="Dates and numbers" about="On all screens, in every browser you sign in with">
      <NativeSelect
        mt={8}
        label="Language of dates and numbers"
        description={`${longDateTime(Date.now())} · ${formatNumber(EXAMPLE)}`}
        inputWrapperOrder={["label", "input", "description"]}
        data={LOCALE_OPTIONS}
        value={typeof saved === "string" ? saved : ""}
        onChange={(event) => save.mutate({ [LOCALE_SETTING]: event.currentTarget.value || null })}
      />
    </SettingsSection>
  );
}

function DangerZone({ onConfirming }: { onConfirming: (isConfirming: boolean) => void }) {
  const [isOpen, setOpen] = useState(false);
  const setConfirming = (next: boolean) => {
    setOpen(next);
    onConfirming(next);
  };
  return (
    <SettingsSection title="Danger Zone" isDanger>
      <div className={classes["row"]}>
        <div className={classes["text"]}>
          <div className="row wrap fw-500 column-gap-8 row-gap-2">Your user profile</div>
          <div className="small muted breaks">There is no going back after this.</div>
        </div>
        <Button variant="light" color="red" onClick={() => setConfirming(true)}>
          Delete user profile
        </Button>
      </div>
      {isOpen && <DeleteUserDialog onClose={() => setConfirming(false)} />}
    </SettingsSection>
  );
}
