import { Text } from "@mantine/core";
import { Dialog } from "../../ui/dialogs/dialog";
import classes from "./sign-in.module.css";

export function PrivacyDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title="Privacy" size={480}>
      <Text>Greenroom runs on the server of whoever gave you this address. Nothing is sent anywhere else.</Text>
      <ul className={classes["promises"]}>
        <li>Signing in keeps your name, your picture and your number on that platform.</li>
        <li>Permissions that you give later are stored encrypted, and you can take them back at any time.</li>
        <li>Your sessions are listed under Settings, where you can end each of them.</li>
        <li>Deleting your user profile removes all of it.</li>
      </ul>
    </Dialog>
  );
}
