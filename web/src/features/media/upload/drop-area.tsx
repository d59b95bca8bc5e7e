import { type DragEvent, type ReactNode, useState } from "react";
import classes from "../media.module.css";

interface DropAreaProps {
  onFiles: (files: Iterable<File>) => void;
  children: ReactNode;
}

/** Area that accepts files dropped anywhere on its children. */
export function DropArea({ onFiles, children }: DropAreaProps) {
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
