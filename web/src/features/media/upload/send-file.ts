import { ApiError, unreachableError } from "../../../api/errors";
import { getToken } from "../../../lib/auth/token";
import type { Media } from "../media-types";

export interface SendFile {
  channelId: string;
  file: File;
  /** Receives the share of the file that has been sent: 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** Uploads a file with XMLHttpRequest, because fetch reports no upload progress. */
export function sendFile({ channelId, file, onProgress, signal }: SendFile): Promise<Media> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", `/api/2/channels/${channelId}/media?${new URLSearchParams({ name: nameOf(file) })}`);
    request.setRequestHeader("Authorization", `Bearer ${getToken() ?? ""}`);
    request.setRequestHeader("Content-Type", "application/octet-stream");
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0);
    request.onerror = () => reject(unreachableError());
    request.onload = () => {
      if (request.status < 300) resolve(request.response);
      else reject(new ApiError(request.status, request.response));
    };
    signal.addEventListener("abort", () => request.abort());
    request.send(file);
  });
}

const MAX_NAME_LENGTH = 100;

/** The file's name without its extension, cut to the length that the server accepts. */
function nameOf({ name }: File): string {
  return name.replace(/\.[^.]{1,5}$/, "").slice(0, MAX_NAME_LENGTH) || "File";
}
