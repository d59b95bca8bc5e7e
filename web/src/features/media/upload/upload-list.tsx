import { CloseButton } from "@mantine/core";
import classes from "../media.module.css";
import type { Upload } from "./use-uploads";

interface UploadListProps {
  uploads: readonly Upload[];
  onRemove: (id: number) => void;
}

/** Running uploads with their progress, and failed uploads with their error. */
export function UploadList({ uploads, onRemove }: UploadListProps) {
  if (uploads.length === 0) return null;
  return (
    <ul className={classes["uploads"]} aria-label="Uploads">
      {uploads.map(({ id, name, progress, error }) => (
        <li key={id} className={classes["upload"]}>
          <bdi className={classes["uploadName"]}>{name}</bdi>
          {error === null ? (
            <progress className={classes["progress"]} aria-label={`Upload of ${name}`} value={progress} max={1} />
          ) : (
            <>
              <span className={classes["problem"]} role="alert">
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
