import { useHotkeys } from "@mantine/hooks";
import { IconArrowsShuffle } from "@tabler/icons-react";
import { BusyButton } from "../../../ui/buttons/busy-button";
import { KeyCap } from "../../../ui/key-cap";
import type { KeyOf } from "../../../ui/shortcuts/shortcuts";
import classes from "../queue.module.css";
import { nextLabel } from "../queue-labels";
import type { Queue } from "../queue-types";
import { type QueuePath, useCallNext } from "../queues.queries";

export function NextButtons({ path, queue }: { path: QueuePath; queue: Queue }) {
  const { mutate, isPending, variables } = useCallNext(path);
  const isEmpty = queue.counts.waiting === 0;
  const next = () => {
    if (!isEmpty && !isPending) mutate({ round: queue.round });
  };
  useHotkeys([["n" satisfies KeyOf<"queue">, next]]);
  return (
    <span className={classes["next"]}>
      <BusyButton
        leftSection={<IconArrowsShuffle size={16} />}
        isBusy={isPending && variables.pick === "random"}
        isDisabled={isEmpty || isPending}
        onClick={() => mutate({ count: 1, pick: "random", round: queue.round })}
      >
        Random
      </BusyButton>
      <BusyButton
        variant="filled"
        isBusy={isPending && variables.pick === undefined}
        isDisabled={isEmpty || isPending}
        rightSection={<KeyCap>N</KeyCap>}
        onClick={next}
      >
        {nextLabel(queue)}
      </BusyButton>
    </span>
  );
}
