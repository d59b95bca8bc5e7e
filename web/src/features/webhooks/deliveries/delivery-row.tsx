import { Button } from "@mantine/core";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { useState } from "react";
import { timeOrDay } from "../../../lib/time/dates";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { eventLabel } from "../../../ui/event-labels";
import { Tag } from "../../../ui/tag";
import { deliveryTag, nextTryLabel, readableBody, resultFacts } from "../webhook-labels";
import type { Delivery } from "../webhook-types";
import classes from "../webhooks.module.css";

interface DeliveryRowProps {
  delivery: Delivery;
  now: number;
  isSending: boolean;
  onSendAgain: () => void;
}

export function DeliveryRow({ delivery, now, isSending, onSendAgain }: DeliveryRowProps) {
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
      <p className={classes["facts"]}>
        {[nextTryLabel(delivery, now), ...resultFacts(delivery)].filter(Boolean).join(" · ")}
      </p>
      {delivery.problem && <p className={classes["problem"]}>{delivery.problem}</p>}
      <div className={classes["deliveryActions"]}>
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
