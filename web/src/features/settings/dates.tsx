import { NativeSelect } from "@mantine/core";
import { formatNumber } from "../../lib/locale";
import { longDateTime } from "../../lib/time/dates";
import { LOCALE_SETTING } from "../../session/locale/locale";
import { useSaveSettings, useSettings } from "../../session/settings";
import { LOCALE_OPTIONS } from "./locale-options";
import { SettingsSection } from "./settings-section";

const EXAMPLE = 1234.5;

/** Setting for the language of dates and numbers on all screens. */
export function Dates() {
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
