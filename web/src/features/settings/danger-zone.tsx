import { Button } from "@mantine/core";
import { useState } from "react";
import { DeleteUserDialog } from "./delete-user-dialog";
import classes from "./settings.module.css";
import { SettingsSection } from "./settings-section";

export function DangerZone({ onAsk }: { onAsk: (isAsking: boolean) => void }) {
  const [isOpen, setOpen] = useState(false);
  const ask = (next: boolean) => {
    setOpen(next);
    onAsk(next);
  };
  return (
    <SettingsSection title="Danger Zone" isDanger>
      <div className={classes["row"]}>
        <div className={classes["words"]}>
          <div className={classes["name"]}>Your user profile</div>
          <div className={classes["fact"]}>There is no going back after this.</div>
        </div>
        <Button variant="light" color="red" onClick={() => ask(true)}>
          Delete user profile
        </Button>
      </div>
      {isOpen && <DeleteUserDialog onClose={() => ask(false)} />}
    </SettingsSection>
  );
}
