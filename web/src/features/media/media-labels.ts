import { formatNumber } from "../../lib/locale";
import type { Media, MediaKind } from "./media-types";

const KB = 1024;
const MB = 1024 * 1024;

/** File types that the server accepts, for the browser's file chooser. */
export const ACCEPTED: Record<MediaKind, string> = {
  image: "image/png,image/jpeg,image/gif,image/webp,image/avif",
  video: "video/mp4,video/webm",
  sound: "audio/mpeg,audio/ogg,audio/wav,.mp3,.ogg,.wav",
};

export const TYPE_NAMES: Record<MediaKind, string> = {
  image: "PNG, JPEG, GIF, WebP or AVIF",
  video: "MP4 or WebM",
  sound: "MP3, Ogg or WAV",
};

/** Largest file that the server accepts. */
export const MAX_FILE_BYTES = 10 * MB;

export function bytesLabel(bytes: number): string {
  if (bytes < KB) return `${bytes} B`;
  if (bytes < MB) return `${Math.round(bytes / KB)} kB`;
  return `${formatNumber(bytes / MB, { maximumFractionDigits: 1 })} MB`;
}

/** "640 × 360, 0:02, 1.2 MB": size, duration and bytes, as far as known. */
export function factsLabel({ width, height, duration_ms, size_bytes }: Media): string {
  const size = width !== null && height !== null ? `${width} × ${height}` : null;
  const duration = duration_ms === null ? null : durationLabel(duration_ms);
  return [size, duration, bytesLabel(size_bytes)].filter((part) => part !== null).join(", ");
}

function durationLabel(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** "Used by Alerts and Goal"; empty if nothing uses it. */
export function usedByLabel({ used_by }: Pick<Media, "used_by">): string {
  const names = used_by.map(({ name }) => name);
  return names.length === 0 ? "" : `Used by ${new Intl.ListFormat("en-GB").format(names)}`;
}
