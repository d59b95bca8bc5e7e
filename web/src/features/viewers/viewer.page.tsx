import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "react-router";
import { isInaccessible } from "../../api/errors";
import { useChannel } from "../../session/channel";
import { PageTitle } from "../../ui/page/page-title";
import { ScreenError } from "../../ui/page/screen-error";
import { UndoArea } from "../../ui/undo/undo-area";
import { popoutPath } from "./popout-path";
import classes from "./viewer.page.module.css";
import { ViewerCard } from "./viewer-card";
import { viewerQuery } from "./viewers.queries";

export function ViewerPage() {
  const { channelId = "", provider = "", providerViewerId: viewerId = "" } = useParams();
  const navigate = useNavigate();
  const channel = useChannel(channelId);
  if (isInaccessible(channel.error) && !channel.isFetching) throw new ScreenError(404, "Channel not found");
  return (
    <main className={classes["page"]}>
      <CardTitle card={{ channelId, provider, viewerId }} />
      <ViewerCard
        key={`${provider}:${viewerId}`}
        channelId={channelId}
        provider={provider}
        viewerId={viewerId}
        onOpenViewer={(nextProvider, nextId) =>
          void navigate(popoutPath({ channelId, provider: nextProvider, viewerId: nextId }))
        }
      />
      <UndoArea channelId={channelId} />
    </main>
  );
}

function CardTitle({ card }: { card: Parameters<typeof viewerQuery>[0] }) {
  const name = useQuery(viewerQuery(card)).data?.name;
  return <PageTitle>{name ?? "Viewer card"}</PageTitle>;
}
