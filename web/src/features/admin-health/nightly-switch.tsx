import { LabelledSwitch } from "../../ui/buttons/switch";
import { useNightlyBackups, useSwitchNightly } from "./admin-health.queries";

/** Switch of nightly backups; absent if the server's settings turn them on or off. */
export function NightlySwitch() {
  const nightly = useNightlyBackups().data;
  const { mutate } = useSwitchNightly();
  if (!nightly || nightly.is_fixed) return null;
  return <LabelledSwitch label="Each night" checked={nightly.enabled} onChange={mutate} />;
}
