export function saveFile(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Frees the memory once the browser has read the file.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** A safe file name from a title: "night-shift.yaml", or "channel.yaml" if the title has no usable character. */
export function fileName(title: string, ending: string): string {
  const plain = title
    .normalize("NFKD")
    .replaceAll(/[^\p{Letter}\p{Number}]+/gu, "-")
    .replaceAll(/^-+|-+$/g, "")
    .toLowerCase();
  return `${plain.slice(0, 60) || "channel"}.${ending}`;
}
