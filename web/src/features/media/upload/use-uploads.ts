import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ApiError, fieldErrors, messageOf, unreachableError } from "../../../api/errors";
import { keys } from "../../../api/keys";
import { getToken } from "../../../lib/auth/token";
import { bytesLabel, MAX_FILE_BYTES } from "../media-labels";
import type { Media } from "../media-types";

export interface Upload {
  id: number;
  name: string;
  /** Share of the file that has been sent: 0 to 1. */
  progress: number;
  error: string | null;
}

let lastId = 0;

/**
 * Uploads files one after the other; finished uploads leave the list, failed uploads stay with their error.
 * `onAllUploaded` is called with the last file when none is waiting any more, unless one of them has failed.
 */
export function useUploads(channelId: string, onAllUploaded: (media: Media) => void) {
  const client = useQueryClient();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const queue = useRef(Promise.resolve());
  const batch = useRef({ waiting: 0, hasFailed: false });
  const abortOnUnmount = useRef<AbortController>(null);

  useEffect(() => {
    const controller = new AbortController();
    abortOnUnmount.current = controller;
    return () => controller.abort();
  }, []);

  const change = (id: number, part: Partial<Upload>) =>
    setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)));
  const remove = (id: number) => setUploads((all) => all.filter((upload) => upload.id !== id));

  async function send(id: number, file: File) {
    const signal = abortOnUnmount.current?.signal;
    if (!signal || signal.aborted) return;
    try {
      const media = await sendFile({ channelId, file, signal, onProgress: (progress) => change(id, { progress }) });
      await client.invalidateQueries({ queryKey: keys.media(channelId) });
      remove(id);
      batch.current.waiting -= 1;
      if (batch.current.waiting === 0 && !batch.current.hasFailed) onAllUploaded(media);
    } catch (error) {
      batch.current = { waiting: batch.current.waiting - 1, hasFailed: true };
      change(id, { error: problemOf(error) });
    }
  }

  function add(files: Iterable<File>) {
    if (batch.current.waiting === 0) batch.current.hasFailed = false;
    for (const file of files) {
      lastId += 1;
      const id = lastId;
      const error = file.size > MAX_FILE_BYTES ? `Larger than ${bytesLabel(MAX_FILE_BYTES)}` : null;
      setUploads((all) => [...all, { id, name: file.name, progress: 0, error }]);
      if (error === null) {
        batch.current.waiting += 1;
        queue.current = queue.current.then(() => send(id, file));
      } else {
        batch.current.hasFailed = true;
      }
    }
  }

  return { uploads, add, remove };
}

/** Why an upload failed: "This file is damaged", or the message of any other error. */
function problemOf(error: unknown): string {
  const reason = error instanceof ApiError && error.type === "invalid" ? fieldErrors(error)["file"] : undefined;
  return reason === undefined ? messageOf(error) : `This file ${reason}`;
}

interface SendFile {
  channelId: string;
  file: File;
  /** Receives the share of the file that has been sent: 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** Uploads a file with XMLHttpRequest, because fetch reports no upload progress. */
function sendFile({ channelId, file, onProgress, signal }: SendFile): Promise<Media> {
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
