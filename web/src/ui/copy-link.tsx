import { ActionIcon, Tooltip } from "@mantine/core";
import { IconLink } from "@tabler/icons-react";
import { toast } from "./toast";

/** The address of what is open; a path of this site otherwise. */
export async function copyLink(path?: string): Promise<void> {
  const address = path === undefined ? window.location.href : new URL(path, window.location.origin).href;
  try {
    await navigator.clipboard.writeText(address);
    toast.success("Link copied");
  } catch {
    toast.error("The browser did not allow copying");
  }
}

export function CopyLink() {
  return (
    <Tooltip label="Copy link">
      <ActionIcon aria-label="Copy link" onClick={() => void copyLink()}>
        <IconLink size={17} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}
