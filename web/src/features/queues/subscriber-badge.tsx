import { RoleBadges } from "../../ui/chat/role-badges";

const SUBSCRIBER = { id: "", login: "", name: "", colour: "", is_subscriber: true };

export function SubscriberBadge() {
  return <RoleBadges author={SUBSCRIBER} />;
}
