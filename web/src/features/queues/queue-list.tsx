import { Menu, VisuallyHidden } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { Link, Navigate, useParams } from "react-router";
import { can, useChannel } from "../../session/channel";
import { channelList } from "../../session/channel-list/channel-list";
import type { ItemProps } from "../../session/channel-list/declaration";
import { wholeList } from "../../session/channel-list/rows";
import { fieldsOf } from "../../ui/editor/drafts";
import { NEW_QUEUE } from "./editor/draft";
import editor from "./editor/queue-editor.module.css";
import { QueueFields } from "./editor/queue-fields";
import { sizeLabel, summaryOf } from "./queue-labels";
import classes from "./queue-list.module.css";
import type { Queue } from "./queue-types";
import { useQueuesLive } from "./queues.live";
import { openSwitch, queues } from "./queues.queries";

/** The list of the queues and the editor of their settings, which is beside the list for a new queue, else beside the queue. */
export const queueList = channelList({
  resource: queues,
  subject: "queues",
  path: "queues",
  title: "Viewer Queue",
  about: "Viewers line up to play with you. They join from chat on every platform.",
  searchLabel: "Search queues",
  notFound: "Try another name.",
  empty: {
    about:
      "Let viewers line up for a race, a duel or a seat in your lobby. They join from chat, and you call the next ones.",
    create: "Create queue",
  },
  useRows: wholeList(queues, ({ name, description }) => [`${name} ${description}`]),
  useLive: useQueuesLive,
  columns: classes["columns"],
  heads: (
    <>
      <span className={classes["first"]}>Queue</span>
      <span className={classes["playing"]}>Playing</span>
      <span className="small muted digits nowrap ta-right">Waiting</span>
    </>
  ),
  nameOf: ({ name }) => name,
  switch: openSwitch,
  Summary: ({ item }) => <bdi>{summaryOf(item)}</bdi>,
  Cells,
  MenuItems: EditItem,
  deletionOf: () =>
    "This deletes the queue, everyone in it and its history. Points paid by those who wait are returned.",
  newDraft: NEW_QUEUE,
  draftOf: (queue) => fieldsOf(NEW_QUEUE, queue),
  bodyOf: (draft) => draft,
  titleOf: ({ name }) => name,
  Fields: QueueFields,
  fields: editor["parts"],
  pathBehind: (list, queue) => (queue ? `${list}/${queue.id}` : list),
});

/** The editor of a new queue; without permission the list alone. */
export function NewQueuePage() {
  const { channelId = "" } = useParams();
  const { data: channel } = useChannel(channelId);
  if (channel && !can(channel, "queues.manage")) return <Navigate to=".." relative="path" replace />;
  return <queueList.EditorPage />;
}

function Cells({ item }: ItemProps<Queue>) {
  return (
    <>
      <span className={classes["playing"]}>
        <VisuallyHidden>Playing: </VisuallyHidden>
        {item.counts.playing}
      </span>
      <span className="small muted digits nowrap ta-right">{sizeLabel(item)}</span>
    </>
  );
}

function EditItem({ channelId, item }: ItemProps<Queue>) {
  const to = `/channels/${channelId}/queues/${item.id}/edit`;
  return (
    <Menu.Item component={Link} to={to} leftSection={<IconPencil size={16} />}>
      Edit
    </Menu.Item>
  );
}
