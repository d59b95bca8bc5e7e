import { Button, Menu } from "@mantine/core";
import { IconCopy, IconDownload, IconShare } from "@tabler/icons-react";
import { fileName, saveFile } from "../../../lib/save-file";
import { mediumDate, secondsBetween } from "../../../lib/time/dates";
import { shortDuration } from "../../../lib/time/durations";
import { useChannel } from "../../../session/channel";
import { toast } from "../../../ui/toast/toast";
import type { StreamDetail } from "../stats-types";
import { drawStreamCard } from "./stream-card";

const PICTURE_TYPE = "image/png";

/** Menu to download or copy a picture of the stream's numbers. */
export function ShareButton({ channelId, stream }: { channelId: string; stream: StreamDetail }) {
  const channel = useChannel(channelId).data?.display_name ?? "";
  const draw = () => drawPicture(stream, channel);
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" leftSection={<IconShare size={16} />}>
          Share
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => void download(draw, stream)}>
          Download picture
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => void copy(draw)}>
          Copy picture
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

async function drawPicture(stream: StreamDetail, channel: string): Promise<Blob> {
  const end = stream.ended_at ?? new Date();
  const length = shortDuration(secondsBetween(stream.started_at, end));
  const canvas = document.createElement("canvas");
  await document.fonts.ready;
  drawStreamCard(canvas, stream, { channel, title: stream.title, when: `${mediumDate(stream.started_at)}, ${length}` });
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture couldn't be drawn"))), PICTURE_TYPE);
  });
}

async function download(draw: () => Promise<Blob>, stream: StreamDetail) {
  try {
    saveFile(await draw(), fileName(stream.title || "stream", "png"));
  } catch {
    toast.error("The picture couldn't be drawn");
  }
}

async function copy(draw: () => Promise<Blob>) {
  try {
    await navigator.clipboard.write([new ClipboardItem({ [PICTURE_TYPE]: draw() })]);
    toast.success("Picture copied");
  } catch {
    toast.error("Couldn't copy to clipboard");
  }
}
