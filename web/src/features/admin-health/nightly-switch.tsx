import { LabelledSwitch } from "../../ui/buttons/switch";
import { useNightlyBackups, useSwitchNightly } from "./admin-health.queries";

/** Switches nightly backups on and off, unless the settings of the server decide. */
export function NightlySwitch() {
  const nightly = useNightlyBackups().data;
  const { mutate } = useSwitchNightly();
  if (!nightly || nightly.is_fixed) return null;
  return <LabelledSwitch label="Each night" checked={nightly.enabled} onChange={mutate} />;
}
