import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../api/client";
import { messageOf } from "../api/errors";
import type { ChatAccount, ModerationEntry } from "../api/moderation";
import { useSingleMutation } from "../api/mutations/single-mutation";
import { platformName, usePlatforms } from "../api/platforms";
import type { Platform } from "../api/types";
import { joinNames } from "../lib/text/join-names";
import { longDuration } from "../lib/time/durations";
import { type LoadingToast, toast } from "../ui/toast/toast";
import { applyEntry, refreshCards } from "./moderation-log";

// After this long a click without feedback looks ignored.
const SLOW_MS = 1000;

export interface ModerationRequest extends ChatAccount {
  name: string;
  /** A ban if left out. */
  seconds?: number;
  reason?: string;
}

/** Times out or bans a viewer; the toast offers Undo. */
export function useModerate(channelId: string) {
  const client = useQueryClient();
  const platforms = usePlatforms();
  return useSingleMutation({
    mutationFn: (request: ModerationRequest) => {
      const verb = request.seconds === undefined ? "Banning" : "Timing out";
      const platform = platformName(platforms, request.provider);
      return withProgress(`${verb} ${request.name} on ${platform}`, banOrTimeOut(channelId, request));
    },
    onSuccess: (entry) => {
      applyResult(client, channelId, entry);
      offerUndo(client, channelId, entry, moderatedLabel(entry), detailOf(platforms, entry));
    },
  });
}

export function useUnban(channelId: string) {
  const client = useQueryClient();
  const platforms = usePlatforms();
  return useSingleMutation({
    mutationFn: ({ provider, connectionId, viewerId }: ChatAccount) => {
      const path = { channel_id: channelId, provider, channel_provider_id: connectionId };
      const params = { path, query: { provider_viewer_id: viewerId } };
      return unwrap(api.DELETE("/api/2/channels/{channel_id}/{provider}/{channel_provider_id}/ban", { params }));
    },
    onSuccess: (entry) => {
      applyResult(client, channelId, entry);
      const detail = detailOf(platforms, entry);
      if (entry.can_undo) offerUndo(client, channelId, entry, UNBANNED, detail);
      else toast.success(UNBANNED, detail);
    },
  });
}

export interface MessageInChat {
  provider: string;
  connectionId: string;
  messageId: string;
  /** The platform does not support deletion: the message is hidden here only. */
  isHiding?: boolean;
}

export function useDeleteMessage(channelId: string) {
  const client = useQueryClient();
  const platforms = usePlatforms();
  return useSingleMutation({
    mutationFn: (message: MessageInChat) => {
      const label = message.isHiding ? "Hiding a message" : deletingLabel([platformName(platforms, message.provider)]);
      return withProgress(label, deleteMessage(channelId, message));
    },
    onSuccess: (entry, { isHiding = false }) => {
      applyResult(client, channelId, entry);
      toast.undoable(
        isHiding ? "Message hidden here" : "Message deleted",
        () => void undoFromToast(client, channelId, entry),
        entry.detail,
      );
    },
  });
}

/** Deletes the copies of one message on several platforms; each failure gets its own toast. */
export function useDeleteCopies(channelId: string, nameOf: (provider: string) => string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (copies: readonly MessageInChat[]) =>
      withProgress(
        deletingLabel(copies.map(({ provider }) => nameOf(provider))),
        Promise.all(copies.map((copy) => deleteCopy(channelId, copy, nameOf(copy.provider)))),
      ),
    onSuccess: (results) => {
      const done = results.flatMap(({ name, entry }) => (entry ? [{ name, entry }] : []));
      for (const { entry } of done) applyResult(client, channelId, entry);
      for (const { name, failure } of results) if (failure) toast.error(`${name}: ${failure}`);
      if (done.length > 0) offerUndoCopies(client, channelId, done);
    },
  });
}

function deletingLabel(names: readonly string[]): string {
  return `Deleting a message on ${joinNames([...new Set(names)])}`;
}

/** Shows progress on a slow platform, even after the button is unmounted. */
async function withProgress<Result>(label: string, request: Promise<Result>): Promise<Result> {
  let progress: LoadingToast | undefined;
  const timer = setTimeout(() => {
    progress = toast.loading(label);
  }, SLOW_MS);
  try {
    return await request;
  } finally {
    clearTimeout(timer);
    progress?.dismiss();
  }
}

interface Deleted {
  /** Display name of the platform. */
  name: string;
  entry: ModerationEntry;
}

async function deleteCopy(
  channelId: string,
  copy: MessageInChat,
  name: string,
): Promise<{ name: string; entry?: ModerationEntry; failure?: string }> {
  try {
    return { name, entry: await deleteMessage(channelId, copy) };
  } catch (error) {
    return { name, failure: messageOf(error) };
  }
}

/** A platform that reports a detail may not have deleted the message, so its name is left out. */
function offerUndoCopies(client: QueryClient, channelId: string, done: readonly Deleted[]): void {
  const names = new Set(done.flatMap(({ name, entry }) => (entry.detail ? [] : [name])));
  const details = new Set(done.flatMap(({ name, entry }) => (entry.detail ? [`${name}: ${entry.detail}`] : [])));
  const undoAll = () => {
    for (const { entry } of done) void undoFromToast(client, channelId, entry);
  };
  const label = names.size > 0 ? `Message deleted on ${joinNames([...names])}` : "Message deleted";
  toast.undoable(label, undoAll, [...details].join(" "));
}

function deleteMessage(channelId: string, { provider, connectionId, messageId }: MessageInChat) {
  const path = {
    channel_id: channelId,
    provider,
    channel_provider_id: connectionId,
    provider_message_id: messageId,
  };
  return unwrap(
    api.DELETE("/api/2/channels/{channel_id}/{provider}/{channel_provider_id}/chat-messages/{provider_message_id}", {
      params: { path },
    }),
  );
}

export function useUndo(channelId: string) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (entry: ModerationEntry) => undo(channelId, entry),
    onSuccess: (undone, entry) => applyUndone(client, channelId, entry, undone),
  });
}

const UNBANNED = "User unbanned successfully";
const BANNED = "User banned successfully";

/** "grimbly_77 on Twitch", and what the platform reported. */
function detailOf(platforms: readonly Platform[], { viewer_name, provider, detail }: ModerationEntry): string {
  return [`${viewer_name} on ${platformName(platforms, provider)}`, detail].filter(Boolean).join(". ");
}

function moderatedLabel({ action, seconds }: ModerationEntry): string {
  return action === "timeout" && seconds !== null ? `User timed out for ${longDuration(seconds)}` : BANNED;
}

export function undoneLabel({ action }: Pick<ModerationEntry, "action">): string {
  if (action === "delete") return "Message restored";
  return action === "unban" ? BANNED : UNBANNED;
}

// Only some platforms accept a reason; the others reject it, so it is not sent there.
function banOrTimeOut(channelId: string, { provider, connectionId, viewerId, seconds, reason }: ModerationRequest) {
  const path = { channel_id: channelId, channel_provider_id: connectionId };
  const plain = {
    provider_viewer_id: viewerId,
    ...(seconds !== undefined && { duration_seconds: seconds }),
  };
  const body = { ...plain, reason: reason ?? "" };
  if (provider === "twitch") {
    return unwrap(
      api.POST("/api/2/channels/{channel_id}/twitch/{channel_provider_id}/ban", { params: { path }, body }),
    );
  }
  if (provider === "kick") {
    return unwrap(api.POST("/api/2/channels/{channel_id}/kick/{channel_provider_id}/ban", { params: { path }, body }));
  }
  const params = { path: { ...path, provider } };
  return unwrap(api.POST("/api/2/channels/{channel_id}/{provider}/{channel_provider_id}/ban", { params, body: plain }));
}

function undo(channelId: string, { id }: ModerationEntry) {
  const path = { channel_id: channelId, entry_id: id };
  return unwrap(api.POST("/api/2/channels/{channel_id}/moderation-log/{entry_id}/undo", { params: { path } }));
}

/** Runs from a toast: the component that showed it may be unmounted. */
async function undoFromToast(client: QueryClient, channelId: string, entry: ModerationEntry): Promise<void> {
  try {
    applyUndone(client, channelId, entry, await undo(channelId, entry));
  } catch (error) {
    toast.error(messageOf(error));
  }
}

function applyUndone(client: QueryClient, channelId: string, entry: ModerationEntry, undone: ModerationEntry): void {
  applyResult(client, channelId, undone);
  toast.success(undoneLabel(entry), undone.detail || undefined);
}

// Removes the Undo button of the last action, per viewer and chat; called by the next action.
const undoToasts = new Map<string, () => void>();

function viewerKey({ connection_id, provider_viewer_id }: ModerationEntry): string {
  return `${connection_id}:${provider_viewer_id}`;
}

function offerUndo(
  client: QueryClient,
  channelId: string,
  entry: ModerationEntry,
  message: string,
  detail: string,
): void {
  const removeUndo = toast.undoable(message, () => void undoFromToast(client, channelId, entry), detail);
  undoToasts.set(viewerKey(entry), removeUndo);
}

function applyResult(client: QueryClient, channelId: string, entry: ModerationEntry): void {
  if (entry.action !== "delete") {
    undoToasts.get(viewerKey(entry))?.();
    undoToasts.delete(viewerKey(entry));
  }
  applyEntry(client, channelId, entry);
  refreshCards(client, channelId, [entry]);
}
