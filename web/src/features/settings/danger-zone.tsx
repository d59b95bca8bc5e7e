import { Button } from "@mantine/core";
import { useState } from "react";
import { DeleteUserDialog } from "./delete-user-dialog";
import classes from "./settings.module.css";
import { SettingsSection } from "./settings-section";

export function DangerZone({ onConfirming }: { onConfirming: (isConfirming: boolean) => void }) {
  const [isOpen, setOpen] = useState(false);
  const setConfirming = (next: boolean) => {
    setOpen(next);
    onConfirming(next);
  };
  return (
    <SettingsSection title="Danger Zone" isDanger>
      <div className={classes["row"]}>
        <div className={classes["text"]}>
          <div className={classes["name"]}>Your user profile</div>
          <div className={classes["fact"]}>There is no going back after this.</div>
        </div>
        <Button variant="light" color="red" onClick={() => setConfirming(true)}>
          Delete user profile
        </Button>
      </div>
      {isOpen && <DeleteUserDialog onClose={() => setConfirming(false)} />}
    </SettingsSection>
  );
}
