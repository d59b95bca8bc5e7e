import { IconActivityHeartbeat } from "@tabler/icons-react";
import type { NavBadge, NavEntry } from "../../ui/page/nav-entry";
import { useHealth } from "./admin-health.queries";

export const adminHealthNav: NavEntry = {
  label: "Health",
  icon: IconActivityHeartbeat,
  path: "health",
  useBadge: useHealthBadge,
};

function useHealthBadge(): NavBadge | null {
  const count = useHealth().data?.checks.filter(({ state }) => state === "problem").length ?? 0;
  if (count === 0) return null;
  return { tone: "danger", text: String(count), label: count === 1 ? "1 problem" : `${count} problems` };
}
