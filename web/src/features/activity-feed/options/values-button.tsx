import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconScale } from "@tabler/icons-react";
import { lazy, Suspense } from "react";
import { loadScreen } from "../../../lib/reload-guard";

const ValuesDialog = lazy(() =>
  loadScreen(async () => ({ default: (await import("../values/values-dialog")).ValuesDialog })),
);

/** Button that opens the values in US dollars of currencies, coins and subs. */
export function ValuesButton({ channelId }: { channelId: string }) {
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
