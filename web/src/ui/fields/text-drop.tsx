import { Button } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { type DragEvent, type Ref, useId, useRef, useState } from "react";
import { formatNumber } from "../../lib/locale";
import classes from "./text-drop.module.css";

interface TextDropProps {
  label: string;
  placeholder: string;
  value: string;
  onChange: (text: string) => void;
  /** Accepted file types: ".json,.txt". */
  accept: string;
  /** Maximum length in characters; a longer file is rejected. */
  limit: number;
  error?: string | undefined;
  ref?: Ref<HTMLTextAreaElement>;
}

/** Field for long text: pasted, dropped or chosen as a file. */
export function TextDrop(props: TextDropProps) {
  const { label, placeholder, value, onChange, accept, limit, error, ref } = props;
  const id = useId();
  const fileInput = useRef<HTMLInputElement>(null);
  const { isDraggedOver, fileError, read, write, ...drop } = useFile(limit, onChange);
  const message = error ?? fileError;
  return (
    <div>
      <div className="row wrap between mb-4 column-gap-12 row-gap-4">
        <label className="medium fw-500" htmlFor={id}>
          {label}
        </label>
        <Button size="xs" leftSection={<IconUpload size={15} />} onClick={() => fileInput.current?.click()}>
          Choose a file
        </Button>
        <input
          ref={fileInput}
          type="file"
          hidden
          accept={accept}
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            if (file) void read(file);
            // Allows choosing the same file again.
            event.currentTarget.value = "";
          }}
        />
      </div>
      <textarea
        ref={ref}
        id={id}
        className={classes["area"]}
        data-over={isDraggedOver || undefined}
        aria-invalid={message !== undefined}
        aria-describedby={message === undefined ? undefined : `${id}-error`}
        placeholder={placeholder}
        spellCheck={false}
        autoComplete="off"
        value={value}
        onChange={(event) => write(event.currentTarget.value)}
        {...drop}
      />
      {message !== undefined && (
        <p id={`${id}-error`} className="small red mt-4" role="alert">
          {message}
        </p>
      )}
    </div>
  );
}

/** Reads a dropped or chosen file; a later file or typed text wins over a file that is still being read. */
function useFile(limit: number, onText: (text: string) => void) {
  const [isDraggedOver, setDraggedOver] = useState(false);
  const [fileError, setFileError] = useState<string>();
  const last = useRef<File>(null);

  function write(text: string) {
    last.current = null;
    setFileError(undefined);
    onText(text);
  }

  async function read(file: File) {
    last.current = file;
    // UTF-8 takes at most four bytes a character.
    if (file.size > 4 * limit) return setFileError(tooLong(limit));
    const text = await file.text().catch(() => null);
    if (last.current !== file) return;
    if (text === null) return setFileError("Couldn't read the file");
    if (text.length > limit) return setFileError(tooLong(limit));
    write(text);
  }

  return {
    isDraggedOver,
    fileError,
    read,
    write,
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setDraggedOver(true);
    },
    onDragLeave: () => setDraggedOver(false),
    onDrop: (event: DragEvent) => {
      setDraggedOver(false);
      const [file] = event.dataTransfer.files;
      // Dragged text is left to the browser.
      if (!file) return;
      event.preventDefault();
      void read(file);
    },
  };
}

function tooLong(limit: number): string {
  return `File too large (max ${formatNumber(limit)} characters)`;
}
