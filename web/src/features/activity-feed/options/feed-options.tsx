import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconScale } from "@tabler/icons-react";
import { lazy, Suspense } from "react";
import { loadScreen } from "../../../lib/reload-guard";
import { LabelledSwitch } from "../../../ui/buttons/switch";
import type { FeedSettings } from "../feed/activity-types";
import type { Chime } from "../sound/use-chime";
import { SoundField } from "./sound-field";
import { TestEvents } from "./test-events";
import { TypeFields } from "./type-fields";

export interface FeedOptionsProps {
  channelId: string;
  settings: FeedSettings;
  onSave: (change: Partial<FeedSettings>) => void;
  chime: Chime;
  /** Whether the user may send test events and change the values in US dollars. */
  canTest: boolean;
  isInDialog: boolean;
}

/** The signed-in user's filter, grouping and sound, and the buttons for values and test events. */
export function FeedOptions({ channelId, settings, onSave, chime, canTest, isInDialog }: FeedOptionsProps) {
  return (
    <>
      <div className="column grow gap-16 mih-0 pb-16 px-16 scrolls">
        <TypeFields settings={settings} onSave={onSave} />
        <LabelledSwitch
          label="Group follows, 10 minutes"
          checked={settings.group_follows}
          onChange={(group_follows) => onSave({ group_follows })}
        />
        <SoundField settings={settings} chime={chime} onSave={onSave} />
      </div>
      {canTest && (
        <div className="column gap-8 line-above px-16 py-12">
          <ValuesButton channelId={channelId} />
          <TestEvents channelId={channelId} isInDialog={isInDialog} />
        </div>
      )}
    </>
  );
}

const ValuesDialog = lazy(() =>
  loadScreen(async () => ({ default: (await import("../values/values-dialog")).ValuesDialog })),
);

/** Button that opens the values in US dollars of currencies, coins and subs. */
function ValuesButton({ channelId }: { channelId: string }) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="subtle" fullWidth leftSection={<IconScale size={16} />} onClick={open}>
        What amounts are worth
      </Button>
      <Suspense>{isOpen && <ValuesDialog channelId={channelId} onClose={close} />}</Suspense>
    </>
  );
}
