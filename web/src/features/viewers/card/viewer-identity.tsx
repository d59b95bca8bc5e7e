import { platformName, usePlatforms } from "../../../api/platforms";
import { useNow } from "../../../lib/time/use-now";
import { Avatar } from "../../../ui/avatar";
import { RoleBadges } from "../../../ui/chat/role-badges";
import { PlatformIcon } from "../../../ui/platform-icon";
import classes from "../viewer-card.module.css";
import { asAuthor, identityLine } from "../viewer-labels";
import { type Card, usePlatformFacts, type Viewer } from "../viewers.queries";

const MINUTE_MS = 60_000;

export function ViewerIdentity({ card, viewer }: { card: Card; viewer: Viewer }) {
  const platforms = usePlatforms();
  const facts = usePlatformFacts(card).data;
  const now = useNow(true, MINUTE_MS);
  const name = platformName(platforms, viewer.provider);
  return (
    <div className={classes["head"]}>
      <Avatar name={viewer.name} src={facts?.avatar_url || viewer.avatar_url} size={48} />
      <div className={classes["text"]}>
        <div className={classes["name"]}>
          <bdi>{viewer.name}</bdi>
          <RoleBadges author={asAuthor(viewer)} />
        </div>
        <div className={classes["line"]}>
          <PlatformIcon provider={viewer.provider} size={13} />
          {identityLine(name, viewer.role, facts?.followed_at ?? null, now)}
        </div>
        {/* The login is in a typeface that distinguishes l, I and 1. */}
        {viewer.login && viewer.login !== viewer.name && <bdi className={classes["handle"]}>{viewer.login}</bdi>}
        {viewer.former_names.length > 0 && (
          <div className={classes["line"]}>
            Formerly: <bdi>{viewer.former_names.join(", ")}</bdi>
          </div>
        )}
      </div>
    </div>
  );
}
