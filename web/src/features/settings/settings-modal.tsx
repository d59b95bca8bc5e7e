import { useState } from "react";
import { Dialog } from "../../ui/dialogs/dialog";
import { Connections } from "./connections";
import { DangerZone } from "./danger-zone";
import { Sessions } from "./sessions";

export function SettingsModal({ onClose }: { onClose: () => void }) {
  // Escape closes only the confirmation on top, not both dialogs.
  const [isConfirming, setConfirming] = useState(false);
  return (
    <Dialog opened onClose={onClose} title="Settings" size={560} closeOnEscape={!isConfirming}>
      <Connections onConfirming={setConfirming} />
      <Sessions onConfirming={setConfirming} />
      <DangerZone onConfirming={setConfirming} />
    </Dialog>
  );
}
