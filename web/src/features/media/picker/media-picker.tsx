import { Button, CloseButton, TextInput } from "@mantine/core";
import { IconSearch, IconUpload } from "@tabler/icons-react";
import { type DragEvent, type ReactNode, useDeferredValue, useRef, useState } from "react";
import { SEARCH_LIMIT } from "../../../lib/search";
import { Dialog } from "../../../ui/dialogs/dialog";
import { EmptyState } from "../../../ui/empty-state";
import { ListPlaceholder } from "../../../ui/list/list-placeholder";
import { ShowMore } from "../../../ui/list/show-more";
import classes from "../media.module.css";
import { useMediaList } from "../media.queries";
import { ACCEPTED, bytesLabel, MAX_FILE_BYTES, TYPE_NAMES } from "../media-labels";
import type { Media, MediaKind } from "../media-types";
import { type Upload, useUploads } from "../upload/use-uploads";
import { MediaCard } from "./media-card";

interface MediaPickerProps {
  channelId: string;
  kind: MediaKind;
  /** Path of the chosen file, or empty. */
  value: string;
  opened: boolean;
  onPick: (media: Media) => void;
  onClose: () => void;
}

/** Dialog to choose, upload, play, rename and delete the channel's files of one kind. */
export function MediaPicker({ opened, onClose, ...props }: MediaPickerProps) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={`Choose ${props.kind === "image" ? "an" : "a"} ${props.kind}`}
      size={820}
    >
      <Library {...props} />
    </Dialog>
  );
}

type LibraryProps = Omit<MediaPickerProps, "opened" | "onClose">;

function Library({ channelId, kind, value, onPick }: LibraryProps) {
  const [query, setQuery] = useState("");
  const { uploads, add, remove } = useUploads(channelId, onlyOf(kind, onPick));
  return (
    <DropArea onFiles={add}>
      <div className="row gap-8 wrap">
        <TextInput
          className="grow-200"
          type="search"
          aria-label="Search files"
          placeholder="Search files"
          maxLength={SEARCH_LIMIT}
          leftSection={<IconSearch size={15} />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        <UploadButton kind={kind} onFiles={add} />
      </div>
      <UploadList uploads={uploads} onRemove={remove} />
      <Files channelId={channelId} kind={kind} value={value} query={query} onPick={onPick} />
    </DropArea>
  );
}

/** Returns a function that passes an uploaded file of this kind to `onPick`, and ignores any other file. */
function onlyOf(kind: MediaKind, onPick: (media: Media) => void) {
  return (media: Media) => {
    if (media.kind === kind) onPick(media);
  };
}

function Files({ channelId, kind, value, query, onPick }: LibraryProps & { query: string }) {
  const search = useDeferredValue(query);
  const list = useMediaList(channelId, kind, search);
  const { data } = list;
  if (!data) return <ListPlaceholder query={list} label="Loading files" />;
  const limits = `${TYPE_NAMES[kind]}, up to ${bytesLabel(MAX_FILE_BYTES)} each.`;
  return (
    <>
      {data.records.length === 0 ? (
        <NoFiles kind={kind} isSearch={search.trim() !== ""} limits={limits} />
      ) : (
        <ul className={classes["grid"]} aria-label="Files">
          {data.records.map((media) => (
            <MediaCard
              key={media.id}
              channelId={channelId}
              media={media}
              isChosen={media.path === value}
              onChoose={onPick}
            />
          ))}
        </ul>
      )}
      <ShowMore list={list} shown={data.records.length} total={data.total} />
      <p className="small muted mt-auto">
        {data.records.length > 0 && `${limits} `}
        {bytesLabel(data.usedBytes)} of {bytesLabel(data.maxBytes)} used.
      </p>
    </>
  );
}

function NoFiles({ kind, isSearch, limits }: { kind: MediaKind; isSearch: boolean; limits: string }) {
  if (isSearch) return <EmptyState title="No files found" about="Try other words." />;
  return <EmptyState title={`No ${kind}s yet`} about={`Drop a file here, or upload one. ${limits}`} />;
}

interface UploadListProps {
  uploads: readonly Upload[];
  onRemove: (id: number) => void;
}

/** Running uploads with their progress, and failed uploads with their error. */
function UploadList({ uploads, onRemove }: UploadListProps) {
  if (uploads.length === 0) return null;
  return (
    <ul className="plain-list" aria-label="Uploads">
      {uploads.map(({ id, name, progress, error }) => (
        <li key={id} className="row gap-12 mih-32">
          <bdi className="grow miw-0 breaks">{name}</bdi>
          {error === null ? (
            <progress className={classes["progress"]} aria-label={`Upload of ${name}`} value={progress} max={1} />
          ) : (
            <>
              <span className="small red" role="alert">
                {error}
              </span>
              <CloseButton size={24} aria-label={`Dismiss ${name}`} onClick={() => onRemove(id)} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

interface UploadButtonProps {
  kind: MediaKind;
  onFiles: (files: Iterable<File>) => void;
}

function UploadButton({ kind, onFiles }: UploadButtonProps) {
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

interface DropAreaProps {
  onFiles: (files: Iterable<File>) => void;
  children: ReactNode;
}

/** Area that accepts files dropped anywhere on its children. */
function DropArea({ onFiles, children }: DropAreaProps) {
  const [isDraggedOver, setDraggedOver] = useState(false);

  function hover(event: DragEvent) {
    event.preventDefault();
    setDraggedOver(true);
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setDraggedOver(false);
    onFiles(event.dataTransfer.files);
  }

  return (
    // Keyboard users upload with the button inside the area.
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping has no role
    <div
      className={classes["drop"]}
      data-over={isDraggedOver || undefined}
      onDragOver={hover}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={drop}
    >
      {children}
    </div>
  );
}
