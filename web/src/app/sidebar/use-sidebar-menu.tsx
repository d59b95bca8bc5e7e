import { useDisclosure } from "@mantine/hooks";
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent } from "react";
import { useLocation } from "react-router";
import { loadScreen } from "../../lib/reload-guard";
import { useOnceOpened } from "../../ui/dialogs/use-once-opened";
import type { SidebarItems } from "./sidebar";

const SidebarDrawer = lazy(() =>
  loadScreen(async () => ({ default: (await import("./sidebar-drawer")).SidebarDrawer })),
);

interface SidebarMenu {
  open: () => void;
  drawer: ReactNode;
}

/** The sidebar on narrow screens: loaded when first opened, closed when a screen is chosen. */
export function useSidebarMenu(items: SidebarItems): SidebarMenu {
  const [isOpen, menu] = useDisclosure();
  const { pathname } = useLocation();
  const close = useEffectEvent(menu.close);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect is about the path having changed.
  useEffect(() => close(), [pathname]);
  const drawer = useOnceOpened(isOpen) && (
    <Suspense>
      <SidebarDrawer {...items} isOpen={isOpen} onClose={menu.close} />
    </Suspense>
  );
  return { open: menu.open, drawer };
}
