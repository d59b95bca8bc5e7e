import { isInaccessible } from "../../../api/errors";
import { useNow } from "../../../lib/time/use-now";
import { ShowOlder } from "../../../ui/buttons/show-older";
import { SideDialog } from "../../../ui/dialogs/side-dialog";
import { EmptyState } from "../../../ui/empty-state";
import { ErrorPanel } from "../../../ui/page/error-panel";
import { SkeletonRows } from "../../../ui/skeleton-rows";
import type { Webhook } from "../webhook-types";
import classes from "../webhooks.module.css";
import { useDeliveries, useSendAgain, type WebhookPath } from "../webhooks.queries";
import { DeliveryRow } from "./delivery-row";

interface DeliveriesDialogProps {
  path: WebhookPath;
  /** Undefined while the list is loading, or if the webhook was deleted. */
  webhook: Webhook | undefined;
  onClose: () => void;
}

/** The deliveries of a webhook, with their results. */
export function DeliveriesDialog({ path, webhook, onClose }: DeliveriesDialogProps) {
  return (
    <SideDialog
      opened
      onClose={onClose}
      position="right"
      size={480}
      title={webhook ? `Deliveries of ${webhook.name}` : "Deliveries"}
      closeButtonProps={{ "aria-label": "Close" }}
      padding={16}
      classNames={{
        content: classes["drawer"] ?? "",
        header: classes["drawer"] ?? "",
        title: classes["drawerTitle"] ?? "",
      }}
    >
      <p className={classes["hint"]}>The last 7 days. What fails is tried again for almost a day.</p>
      <Deliveries path={path} />
    </SideDialog>
  );
}

function Deliveries({ path }: { path: WebhookPath }) {
  const deliveries = useDeliveries(path);
  const again = useSendAgain(path);
  const now = useNow(deliveries.data?.some(({ state }) => state === "waiting") ?? false);
  const { data, error } = deliveries;
  if (isInaccessible(error)) {
    return <EmptyState title="Webhook not found" about="It was deleted, or the address is wrong." />;
  }
  if (!data && error) {
    return (
      <ErrorPanel isBare error={error} onRetry={() => void deliveries.refetch()} isRetrying={deliveries.isFetching} />
    );
  }
  if (!data) return <SkeletonRows count={5} label="Loading deliveries" />;
  if (data.length === 0) {
    return (
      <EmptyState title="No deliveries yet" about="Each call appears here as soon as one of its events happens." />
    );
  }
  return (
    <>
      <ul className={classes["deliveries"]}>
        {data.map((delivery) => (
          <DeliveryRow
            key={delivery.id}
            delivery={delivery}
            now={now}
            isSending={again.isPending && again.variables === delivery.id}
            onSendAgain={() => again.mutate(delivery.id)}
          />
        ))}
      </ul>
      <ShowOlder pages={deliveries} className={classes["more"]} />
    </>
  );
}
