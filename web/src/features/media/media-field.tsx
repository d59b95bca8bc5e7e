import { ActionIcon, Button, Input } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { isInaccessible } from "../../api/errors";
import classes from "./media.module.css";
import { mediaQuery } from "./media.queries";
import { MediaPreview } from "./media-preview";
import type { MediaKind } from "./media-types";
import { MediaPicker } from "./picker/media-picker";

interface MediaFieldProps {
  channelId: string;
  label: string;
  kind: MediaKind;
  /** Path of the file, `/media/{id}`; empty for none. */
  value: string;
  onChange: (path: string) => void;
  error?: string | undefined;
  isLocked: boolean;
}

/** Form field whose value is the path of an uploaded file. */
export function MediaField({ channelId, label, kind, value, onChange, error, isLocked }: MediaFieldProps) {
  const [isOpen, picker] = useDisclosure();
  const labelId = useId();
  return (
    <Input.Wrapper label={label} error={error} labelElement="div" labelProps={{ id: labelId }}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend where the label stands */}
      <div className="row gap-8 mih-40" role="group" aria-labelledby={labelId}>
        {value !== "" && <ChosenFile channelId={channelId} path={value} />}
        <Button size="xs" disabled={isLocked} onClick={picker.open}>
          {value === "" ? `Choose ${kind}` : "Change"}
        </Button>
        {value !== "" && !isLocked && (
          <ActionIcon aria-label={`Remove ${label.toLowerCase()}`} onClick={() => onChange("")}>
            <IconX size={16} />
          </ActionIcon>
        )}
      </div>
      <MediaPicker
        channelId={channelId}
        kind={kind}
        value={value}
        opened={isOpen}
        onClose={picker.close}
        onPick={({ path }) => {
          onChange(path);
          picker.close();
        }}
      />
    </Input.Wrapper>
  );
}

function ChosenFile({ channelId, path }: { channelId: string; path: string }) {
  const { data, error } = useQuery(mediaQuery(channelId, path.replace("/media/", "")));
  // The error is checked first, because the query keeps its data after the file is deleted.
  if (isInaccessible(error)) return <span className="truncate grow miw-0">This file was deleted</span>;
  if (!data) return <span className="truncate grow miw-0">{path}</span>;
  return (
    <>
      <span className={classes["small"]}>
        <MediaPreview media={data} />
      </span>
      <bdi className="truncate grow miw-0">{data.name}</bdi>
    </>
  );
}
