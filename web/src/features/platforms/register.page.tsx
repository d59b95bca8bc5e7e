import { Button } from "@mantine/core";
import { Link, useParams } from "react-router";
import { usePlatforms } from "../../api/platforms";
import { can, useChannel } from "../../session/channel";
import { EmptyState } from "../../ui/empty-state";
import { PageHeader } from "../../ui/page-header";
import { PageTitle } from "../../ui/page-title";
import { Panel } from "../../ui/panel";
import { connectable } from "./offers";
import { PlatformOffer } from "./platform-offer";
import classes from "./platforms.module.css";

/** The address to send somebody to when one platform should be added to a channel. */
export function RegisterPage() {
  const { channelId = "", provider = "" } = useParams();
  const canManage = can(useChannel(channelId).data, "platforms.manage");
  const platform = connectable(usePlatforms()).find((candidate) => candidate.provider === provider);
  const title = platform ? `Connect ${platform.name}` : "Connect a platform";
  return (
    <div className={classes["narrow"]}>
      <PageTitle>{title}</PageTitle>
      <PageHeader title={title} about="Add an account to this channel." />
      {platform ? (
        <PlatformOffer channelId={channelId} platform={platform} canManage={canManage} />
      ) : (
        <NotHere channelId={channelId} />
      )}
    </div>
  );
}

function NotHere({ channelId }: { channelId: string }) {
  return (
    <Panel className={classes["empty"] ?? ""}>
      <EmptyState title="This platform cannot be connected here" about="See which ones this Greenroom has.">
        <Button component={Link} to={`/channels/${channelId}/providers`}>
          All platforms
        </Button>
      </EmptyState>
    </Panel>
  );
}
