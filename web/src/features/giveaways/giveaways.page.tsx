import { useState } from "react";
import { useMatch, useNavigate, useParams } from "react-router";
import { can, useChannel } from "../../session/channel";
import { ListPage } from "../../ui/list/list-page";
import { ListPanel } from "../../ui/list/list-panel";
import { NewButton } from "../../ui/list/new-button";
import { MAY_NOT_MANAGE } from "./giveaway-labels";
import type { Giveaway } from "./giveaway-types";
import { useGiveawaysLive } from "./giveaways.live";
import { useGiveaways } from "./giveaways.queries";
import { GiveawayList } from "./list/giveaway-list";

export function GiveawaysPage() {
  const { channelId = "" } = useParams();
  const isNew = useMatch("/channels/:channelId/giveaways/new") !== null;
  const isEdited = useMatch("/channels/:channelId/giveaways/:giveawayId/edit") !== null;
  useGiveawaysLive(channelId);
  return (
    <ListPage title="Giveaways" isOpen={isNew || isEdited}>
      <GiveawaysPanel channelId={channelId} />
    </ListPage>
  );
}

function GiveawaysPanel({ channelId }: { channelId: string }) {
  const navigate = useNavigate();
  const [query, setQuery] = useState("");
  const giveaways = useGiveaways(channelId);
  const channel = useChannel(channelId).data;
  const canManage = can(channel, "giveaways.manage");
  const open = () => void navigate(`/channels/${channelId}/giveaways/new`);
  const shown = giveaways.data?.filter((one) => matches(one, query));
  return (
    <ListPanel
      title="Giveaways"
      count={giveaways.data?.length}
      about="Viewers enter by a keyword, a command or by chatting. Every draw can be checked by everyone."
      query={query}
      onQuery={setQuery}
      searchLabel="Search title, prize or keyword"
      actions={
        <NewButton
          label="New giveaway"
          isLocked={!canManage}
          lockedBecause={channel && MAY_NOT_MANAGE}
          onClick={open}
        />
      }
    >
      <GiveawayList
        channelId={channelId}
        giveaways={giveaways}
        shown={shown}
        canManage={canManage}
        isSearch={query.trim() !== ""}
        onNew={open}
      />
    </ListPanel>
  );
}

function matches({ title, prize = "", keyword = "" }: Giveaway, query: string): boolean {
  const text = `${title} ${prize} ${keyword}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
