import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { type LineRef, lineKey } from "../api/chat";
import { api, unwrap } from "../api/client";
import { messageOf } from "../api/errors";
import { keys } from "../api/keys";
import type { ChatAccount, ModerationEntry } from "../api/moderation";
import { useSingleMutation } from "../api/mutations/single-mutation";
import { platformName, usePlatforms } from "../api/platforms";
import type { Platform } from "../api/types";
import { joinNames } from "../lib/text/join-names";
import { longDuration, shortDuration } from "../lib/time/durations";
import { type LoadingToast, toast } from "../ui/toast/toast";
import { offerUndo, type UndoOffer, withdrawUndo } from "../ui/undo/undo-offers";
import { applyEntry, refreshCards } from "./moderation-log";

// A longer request shows its progress, because a click without feedback looks ignored.
const SLOW_MS = 1000;

export interface ModerationRequest extends ChatAccount {
  name: string;
  /** Duration of a time-out; left out for a ban. */
  seconds?: number;
  reason?: string;
}

/** Times out or bans a viewer, and offers Undo. */
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
      toast.success(moderatedLabel(entry), detailOf(platforms, entry));
      offerToUndo(client, channelId, [entry], restrictionOffer(platforms, entry));
    },
  });
}

export interface WarningRequest extends ChatAccount {
  name: string;
  reason: string;
}

/** Warns a viewer, who must confirm the warning before writing again; a warning cannot be undone. */
export function useWarn(channelId: string) {
  const client = useQueryClient();
  const platforms = usePlatforms();
  return useSingleMutation({
    mutationFn: ({ provider, connectionId, viewerId, name, reason }: WarningRequest) => {
      const params = { path: { channel_id: channelId, provider, channel_provider_id: connectionId } };
      const body = { provider_viewer_id: viewerId, reason };
      const url = "/api/2/channels/{channel_id}/{provider}/{channel_provider_id}/warning";
      const label = `Warning ${name} on ${platformName(platforms, provider)}`;
      return withProgress(label, unwrap(api.POST(url, { params, body })));
    },
    onSuccess: (entry) => {
      applyEntry(client, channelId, entry);
      toast.success("User warned", detailOf(platforms, entry));
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
      toast.success(UNBANNED, detailOf(platforms, entry));
      const label = { verb: "Unbanned", name: entry.viewer_name, suffix: placeOf(platforms, entry) };
      if (entry.can_undo) offerToUndo(client, channelId, [entry], label);
    },
  });
}

export interface MessageInChat {
  provider: string;
  connectionId: string;
  messageId: string;
  /** The message is only hidden in Greenroom, because the platform does not support deletion. */
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
      toast.success(isHiding ? "Message hidden here" : "Message deleted", detailOf(platforms, entry));
      const verb = isHiding ? "Hid a message by" : "Deleted a message by";
      offerToUndo(client, channelId, [entry], { verb, name: entry.viewer_name, suffix: placeOf(platforms, entry) });
    },
  });
}

/** Deletes a message on each platform that it was sent to; each failure gets its own toast. */
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

/** Shows a loading toast while a slow request runs, even after the button is unmounted. */
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

interface DeletedCopy {
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

/** Offers Undo for deleted copies; a platform with a detail may have kept its copy, so only the detail is shown. */
function offerUndoCopies(client: QueryClient, channelId: string, done: readonly DeletedCopy[]): void {
  const names = new Set(done.flatMap(({ name, entry }) => (entry.detail ? [] : [name])));
  const details = new Set(done.flatMap(({ name, entry }) => (entry.detail ? [`${name}: ${entry.detail}`] : [])));
  const place = names.size > 0 ? `on ${joinNames([...names])}` : "";
  toast.success(`Message deleted ${place}`.trimEnd(), [...details].join(" ") || undefined);
  const entries = done.map(({ entry }) => entry);
  offerToUndo(client, channelId, entries, { verb: "Deleted a message", name: "", suffix: place });
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
    onSuccess: (undone) => applyUndone(client, channelId, undone),
  });
}

const UNBANNED = "User unbanned successfully";
const BANNED = "User banned successfully";

/** "on Twitch" */
function placeOf(platforms: readonly Platform[], { provider }: Pick<ModerationEntry, "provider">): string {
  return `on ${platformName(platforms, provider)}`;
}

/** "grimbly_77 on Twitch", and what the platform reported. */
function detailOf(platforms: readonly Platform[], entry: ModerationEntry): string {
  const subject = [entry.viewer_name, placeOf(platforms, entry)].filter(Boolean).join(" ");
  return [subject, entry.detail].filter(Boolean).join(". ");
}

export type OfferLabel = Pick<UndoOffer, "verb" | "name" | "suffix">;

/** "Timed out grimbly_77 on Twitch for 10 m" */
function restrictionOffer(platforms: readonly Platform[], entry: ModerationEntry): OfferLabel {
  const place = placeOf(platforms, entry);
  const { viewer_name: name, action, seconds } = entry;
  if (action !== "timeout" || seconds === null) return { verb: "Banned", name, suffix: place };
  return { verb: "Timed out", name, suffix: `${place} for ${shortDuration(seconds)}` };
}

function moderatedLabel({ action, seconds }: ModerationEntry): string {
  return action === "timeout" && seconds !== null ? `User timed out for ${longDuration(seconds)}` : BANNED;
}

function undoneLabel({ action }: Pick<ModerationEntry, "action">): string {
  if (action === "delete") return "Message restored";
  return action === "unban" ? BANNED : UNBANNED;
}

// Only Twitch and Kick accept a reason; other platforms reject a request with a reason.
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

function undo(channelId: string, { id }: Pick<ModerationEntry, "id">) {
  const path = { channel_id: channelId, entry_id: id };
  return unwrap(api.POST("/api/2/channels/{channel_id}/moderation-log/{entry_id}/undo", { params: { path } }));
}

/** Applies an undo or shows its error, even after the component that offered the undo is unmounted. */
async function runUndo(
  client: QueryClient,
  channelId: string,
  label: string,
  request: Promise<ModerationEntry>,
): Promise<void> {
  try {
    applyUndone(client, channelId, await withProgress(`Undoing: ${label}`, request));
  } catch (error) {
    toast.error(messageOf(error));
  }
}

// Keys of lines whose removal is being undone: a second request would fail.
const undoing = new Set<string>();

/** Returns a function that undoes the action that removed a line. */
export function useUndoOnLine(channelId: string): (line: LineRef) => void {
  const client = useQueryClient();
  return useCallback(
    (line) => {
      const key = lineKey(line);
      if (undoing.has(key)) return;
      undoing.add(key);
      const path = { channel_id: channelId, connection_id: line.connection_id, message_id: line.message_id };
      const request = unwrap(
        api.POST("/api/2/channels/{channel_id}/chat-messages/{connection_id}/{message_id}/undo", { params: { path } }),
      );
      void runUndo(client, channelId, "message", request).finally(() => undoing.delete(key));
    },
    [client, channelId],
  );
}

function applyUndone(client: QueryClient, channelId: string, undone: ModerationEntry): void {
  applyResult(client, channelId, undone);
  toast.success(undoneLabel(undone), detailOf(client.getQueryData<Platform[]>(keys.platforms) ?? [], undone));
}

function viewerKey({ connection_id, provider_viewer_id }: OfferedEntry): string {
  return `${connection_id}:${provider_viewer_id}`;
}

type OfferedEntry = Pick<ModerationEntry, "id" | "action" | "connection_id" | "provider_viewer_id">;

/** Offers Undo for log entries; a new ban, time-out or unban ends earlier offers for those of the same viewer. */
export function offerToUndo(
  client: QueryClient,
  channelId: string,
  entries: readonly OfferedEntry[],
  label: OfferLabel,
): void {
  const offerKeys = entries.flatMap((entry) => (entry.action === "delete" ? [entry.id] : [entry.id, viewerKey(entry)]));
  withdrawUndo(...offerKeys);
  const text = [label.verb, label.name, label.suffix].filter(Boolean).join(" ");
  const run = () => {
    for (const entry of entries) void runUndo(client, channelId, text, undo(channelId, entry));
  };
  offerUndo({ ...label, channelId, keys: offerKeys, run });
}

function applyResult(client: QueryClient, channelId: string, entry: ModerationEntry): void {
  if (entry.action !== "delete") withdrawUndo(viewerKey(entry));
  applyEntry(client, channelId, entry);
  refreshCards(client, channelId, [entry]);
}
