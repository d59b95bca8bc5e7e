import type { QueryClient } from "@tanstack/react-query";
import type { ChannelProvider, Platform } from "../../../api/types";
import type { useDeleteMessage, useModerate, useUnban } from "../../../session/moderation";
import type { usePermit } from "../../../session/permits";
import type { Person } from "../person";

/** What a slash command needs from the composer to run. */
export interface SlashContext {
  channelId: string;
  client: QueryClient;
  providers: readonly ChannelProvider[];
  platforms: readonly Platform[];
  people: () => readonly Person[];
  moderate: ReturnType<typeof useModerate>["mutateAsync"];
  unban: ReturnType<typeof useUnban>["mutateAsync"];
  remove: ReturnType<typeof useDeleteMessage>["mutateAsync"];
  permit: ReturnType<typeof usePermit>["mutateAsync"];
  onReply: (target: { connection_id: string; message_id: string }, text: string) => Promise<unknown>;
  onOpenViewer: (provider: string, viewerId: string) => void;
  /** Called if several viewers have the name: the menu then lets the user pick one. */
  onAmbiguous: () => void;
}
