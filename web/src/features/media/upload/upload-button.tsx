import { Button } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useRef } from "react";
import { ACCEPTED } from "../media-labels";
import type { MediaKind } from "../media-types";

interface UploadButtonProps {
  kind: MediaKind;
  onFiles: (files: Iterable<File>) => void;
}

export function UploadButton({ kind, onFiles }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button leftSection={<IconUpload size={16} />} onClick={() => input.current?.click()}>
        Upload
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={ACCEPTED[kind]}
        aria-label={`Upload ${kind}`}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          // Allows choosing the same file again.
          event.currentTarget.value = "";
        }}
      />
    </>
  );
}
