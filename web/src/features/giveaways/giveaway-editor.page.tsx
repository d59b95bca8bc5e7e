import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Navigate, useParams } from "react-router";
import { isInaccessible } from "../../api/errors";
import { can, useChannel } from "../../session/channel";
import { EditorPlaceholder } from "../../ui/editor/editor-placeholder";
import { versionOf } from "../../ui/editor/version";
import { draftOf, newDraft } from "./editor/draft";
import { GiveawayEditor } from "./editor/giveaway-editor";
import { defaultsQuery, giveawayQuery } from "./giveaways.queries";

export function GiveawayEditorPage() {
  const { channelId = "", giveawayId } = useParams();
  const { data: channel } = useChannel(channelId);
  const canManage = can(channel, "giveaways.manage");
  if (giveawayId === undefined && channel && !canManage) return <Navigate to=".." relative="path" replace />;
  if (giveawayId === undefined) return <NewGiveaway channelId={channelId} canManage={canManage} />;
  return <SavedGiveaway key={giveawayId} channelId={channelId} giveawayId={giveawayId} canManage={canManage} />;
}

function NewGiveaway({ channelId, canManage }: { channelId: string; canManage: boolean }) {
  const query = useQuery(defaultsQuery(channelId));
  const { data } = query;
  const saved = useMemo(() => data && { draft: newDraft(data), version: null }, [data]);
  if (!saved) {
    return (
      <EditorPlaceholder item="giveaway" title="Giveaways" list={`/channels/${channelId}/giveaways`} query={query} />
    );
  }
  return <GiveawayEditor channelId={channelId} giveaway={null} saved={saved} canManage={canManage} />;
}

interface SavedGiveawayProps {
  channelId: string;
  giveawayId: string;
  canManage: boolean;
}

function SavedGiveaway({ channelId, giveawayId, canManage }: SavedGiveawayProps) {
  const query = useQuery(giveawayQuery(channelId, giveawayId));
  const { data } = query;
  const saved = useMemo(() => data && { draft: draftOf(data), version: versionOf(data) }, [data]);
  if (data && saved) {
    return (
      <GiveawayEditor
        channelId={channelId}
        giveaway={data}
        saved={saved}
        isDeleted={isInaccessible(query.error)}
        canManage={canManage}
      />
    );
  }
  return (
    <EditorPlaceholder item="giveaway" title="Giveaways" list={`/channels/${channelId}/giveaways`} query={query} />
  );
}
