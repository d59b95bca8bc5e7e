import { Button } from "@mantine/core";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { useState } from "react";
import { isInaccessible } from "../../../api/errors";
import { timeOrDay } from "../../../lib/time/dates";
import { useNow } from "../../../lib/time/use-now";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { ShowOlder } from "../../../ui/buttons/show-older";
import { SideDialog } from "../../../ui/dialogs/side-dialog";
import { EmptyState } from "../../../ui/empty-state";
import { eventLabel } from "../../../ui/event-labels";
import { ErrorPanel } from "../../../ui/page/error-panel";
import { SkeletonRows } from "../../../ui/skeleton-rows";
import { Tag } from "../../../ui/tag";
import { deliveryTag, nextTryLabel, readableBody, resultFacts } from "../webhook-labels";
import type { Delivery, Webhook } from "../webhook-types";
import classes from "../webhooks.module.css";
import { useDeliveries, useSendAgain, type WebhookPath } from "../webhooks.queries";

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
      <p className="small muted">The last 7 days. What fails is tried again for almost a day.</p>
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
      <ul className="p-0 unmarked mt-8 mb-0 mx-0">
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
      <ShowOlder pages={deliveries} className="mt-8" />
    </>
  );
}

interface DeliveryRowProps {
  delivery: Delivery;
  now: number;
  isSending: boolean;
  onSendAgain: () => void;
}

function DeliveryRow({ delivery, now, isSending, onSendAgain }: DeliveryRowProps) {
  const [isShown, setShown] = useState(false);
  const { label, tone } = deliveryTag(delivery);
  const event = eventLabel(delivery.event);
  const time = timeOrDay(delivery.created_at, now);
  return (
    <li className={classes["delivery"]}>
      <div className={classes["deliveryHead"]}>
        <strong>{event}</strong>
        <Tag tone={tone}>{label}</Tag>
        <time dateTime={delivery.created_at}>{time}</time>
      </div>
      <p className="small muted digits">
        {[nextTryLabel(delivery, now), ...resultFacts(delivery)].filter(Boolean).join(" · ")}
      </p>
      {delivery.problem && <p className={classes["problem"]}>{delivery.problem}</p>}
      <div className="row gap-8 mt-4 justify-end">
        <Button
          size="xs"
          variant="subtle"
          aria-expanded={isShown}
          aria-label={`Body of ${event}, ${time}`}
          rightSection={isShown ? <IconChevronUp size={14} /> : <IconChevronDown size={14} />}
          onClick={() => setShown(!isShown)}
        >
          Body
        </Button>
        {delivery.state !== "waiting" && (
          <BusyButton size="xs" aria-label={`Send ${event}, ${time} again`} isBusy={isSending} onClick={onSendAgain}>
            Send again
          </BusyButton>
        )}
      </div>
      {isShown && <pre className={classes["body"]}>{readableBody(delivery.body)}</pre>}
    </li>
  );
}
