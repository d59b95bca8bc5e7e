import { Anchor } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import classes from "../queue.module.css";
import type { Queue } from "../queue-types";
import { commandQuery } from "../queues.queries";

/** The commands with which viewers join, leave and ask for their place. */
export function JoinBar({ channelId, queue }: { channelId: string; queue: Queue }) {
  const join = useQuery(commandQuery(channelId, "queue.join")).data;
  const leave = useQuery(commandQuery(channelId, "queue.leave")).data;
  const place = useQuery(commandQuery(channelId, "queue.position")).data;
  if (join === undefined) return <div className={classes["join"]} />;
  if (join === null) {
    return (
      <p className={classes["join"]}>
        <span>
          No command lets viewers join yet.{" "}
          <Anchor inherit component={Link} to={`/channels/${channelId}/chat-commands/new`}>
            Create one
          </Anchor>{" "}
          that answers <code className={classes["code"]}>$(queue.join)</code>.
        </span>
      </p>
    );
  }
  const argument = [queue.name_label, "note"].filter((label) => label !== "").join(", ");
  return (
    <p className={classes["join"]}>
      <span className={classes["command"]}>
        Join with{" "}
        <code className={classes["code"]}>
          <bdi>{join}</bdi> <span className={classes["argument"]}>{argument}</span>
        </code>
      </span>
      {leave && <Hint label="Leave" command={leave} />}
      {place && <Hint label="Place" command={place} />}
    </p>
  );
}

function Hint({ label, command }: { label: string; command: string }) {
  return (
    <span>
      {label}{" "}
      <code className={classes["code"]}>
        <bdi>{command}</bdi>
      </code>
    </span>
  );
}
