import type { ComponentType } from "react";
import type { RouteObject } from "react-router";
import { lazyScreen } from "../../lib/reload-guard";

interface ListScreens {
  ListPage: ComponentType;
  EditorPage: ComponentType;
}

/** Routes of a list; the editor is a child, so that the list stays mounted. */
export function listRoutes(path: string, load: () => Promise<ListScreens>): RouteObject[] {
  const children = [{ path: ":itemId", lazy: lazyScreen(load, "EditorPage") }];
  return [{ path, lazy: lazyScreen(load, "ListPage"), children }];
}
