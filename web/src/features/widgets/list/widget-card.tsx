import { Button, Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconCopy, IconCopyPlus, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { useItemSwitch } from "../../../session/channel-list/use-item-switch";
import { Switch } from "../../../ui/buttons/switch";
import { RowMenu } from "../../../ui/list/row-menu";
import { toast } from "../../../ui/toast/toast";
import { useSendTest } from "../controls/controls.queries";
import { DeleteWidgetDialog } from "../delete-widget-dialog";
import { sizeLabel, sourcesLabel } from "../widget-labels";
import type { Widget, WidgetType } from "../widget-types";
import { enabledSwitch, sourcesQuery, useCopyAddress, useDuplicateWidget, widgets } from "../widgets.queries";
import { TypePicture } from "./type-picture";
import classes from "./widget-grid.module.css";

interface WidgetCardProps {
  channelId: string;
  widget: Widget;
  /** Undefined if the server does not have the type, because a newer version created the widget. */
  type: WidgetType | undefined;
}

export function WidgetCard({ channelId, widget, type }: WidgetCardProps) {
  const { mutate: copy } = useCopyAddress(channelId);
  const { mutate: sendTest } = useSendTest(channelId, widget.id, () => toast.success("Test sent", widget.name));
  const { mutate: switchWidget } = useItemSwitch(widgets, enabledSwitch, channelId);
  const test = type?.tests[0];
  return (
    <li className={classes["card"]} data-off={!widget.enabled || undefined}>
      <div className={classes["thumbnail"]}>
        <TypePicture type={widget.type} />
        <span className={classes["tools"]}>
          <Button
            size="xs"
            leftSection={<IconCopy size={15} />}
            aria-label={`Copy address of ${widget.name}`}
            onClick={() => copy(widget)}
          >
            Copy address
          </Button>
          {test !== undefined && (
            <Button size="xs" aria-label={`Test ${widget.name}`} onClick={() => sendTest(test)}>
              Test
            </Button>
          )}
        </span>
      </div>
      <div className={classes["meta"]}>
        <span className="column grow miw-0">
          <Link className={classes["name"] ?? ""} to={`/channels/${channelId}/widgets/${widget.id}`}>
            <bdi>{widget.name}</bdi>
          </Link>
          <span className="small muted">
            {type ? `${type.label}, ${sizeLabel(type)}` : widget.type} · key …{widget.key_end}
          </span>
        </span>
        <Sources channelId={channelId} widget={widget} />
        <span className={classes["switch"]}>
          <Switch
            label={`${widget.name} is on`}
            checked={widget.enabled}
            onChange={(enabled) => switchWidget({ item: widget, isOn: enabled })}
          />
        </span>
        <CardMenu channelId={channelId} widget={widget} />
      </div>
    </li>
  );
}

function Sources({ channelId, widget }: { channelId: string; widget: Widget }) {
  const { data } = useQuery({ ...sourcesQuery(channelId, widget.id), enabled: widget.sources > 0 });
  const title = data?.map(({ client, ...size }) => `${client}, ${sizeLabel(size)}`).join("\n");
  return (
    <span className={classes["sources"]} data-live={(widget.enabled && widget.sources > 0) || undefined} title={title}>
      {widget.enabled ? sourcesLabel(widget.sources, data) : "Off, blank on stream"}
    </span>
  );
}

function CardMenu({ channelId, widget }: { channelId: string; widget: Widget }) {
  const [isDeleting, deleting] = useDisclosure();
  const { mutate: copy } = useCopyAddress(channelId);
  const { mutate: duplicate } = useDuplicateWidget(channelId, doNothing);
  return (
    <>
      <RowMenu label={`Actions for ${widget.name}`}>
        <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => copy(widget)}>
          Copy address
        </Menu.Item>
        <Menu.Item leftSection={<IconCopyPlus size={16} />} onClick={() => duplicate(widget)}>
          Duplicate
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={deleting.open}>
          Delete
        </Menu.Item>
      </RowMenu>
      <DeleteWidgetDialog
        channelId={channelId}
        widget={widget}
        opened={isDeleting}
        onClose={deleting.close}
        onLeave={doNothing}
      />
    </>
  );
}

const doNothing = () => undefined;
