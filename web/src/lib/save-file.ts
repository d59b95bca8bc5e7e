/** Hands a file to the browser, which puts it where downloads go. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has taken the file over by then; without it the memory stays taken.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** A name that every file system takes; "channel.yaml" when nothing of it is left. */
export function fileName(title: string, ending: string): string {
  const plain = title
    .normalize("NFKD")
    .replaceAll(/[^\p{Letter}\p{Number}]+/gu, "-")
    .replaceAll(/^-+|-+$/g, "")
    .toLowerCase();
  return `${plain.slice(0, 60) || "channel"}.${ending}`;
}
