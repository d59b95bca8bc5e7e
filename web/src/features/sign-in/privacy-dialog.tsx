import { Text } from "@mantine/core";
import { Dialog } from "../../ui/dialogs/dialog";
import classes from "./sign-in.module.css";

export function PrivacyDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title="Privacy" size={480}>
      <Text>Your data stays on this Greenroom server and isn't shared with anyone else.</Text>
      <ul className={classes["notes"]}>
        <li>Signing in stores your name, profile picture and user ID on that platform.</li>
        <li>Permissions you grant later are stored encrypted. You can revoke them at any time.</li>
        <li>You can see and sign out your sessions in Settings.</li>
        <li>Deleting your user profile deletes all of this.</li>
      </ul>
    </Dialog>
  );
}
