import { ActionIcon, Tooltip } from "@mantine/core";
import { IconLink } from "@tabler/icons-react";
import { toast } from "../toast/toast";

/** Copies the current address, or the full address of a path of this site. */
export async function copyLink(path?: string): Promise<void> {
  await copyText(path === undefined ? window.location.href : new URL(path, window.location.origin).href, "Link copied");
}

/** Copies a text and shows `done` in a toast, or an error. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(done);
  } catch {
    toast.error("Couldn't copy to clipboard");
  }
}

interface CopyLinkProps {
  /** A path of this site; the current address if left out. */
  path?: string;
  label?: string;
}

export function CopyLink({ path, label = "Copy link" }: CopyLinkProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={() => void copyLink(path)}>
        <IconLink size={17} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}
