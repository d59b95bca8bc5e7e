import type { QueryClient } from "@tanstack/react-query";
import { refetchLive } from "../../live/query-updates";
import { useChannelTopic } from "../../live/use-channel-topic";
import type { ListDeclaration, ListItem } from "./declaration";
import { EditorScreen } from "./item-editor";
import { ListScreen } from "./list-screen";

/** The declaration of a list with its two screens, for `listRoutes`. */
export function channelList<Item extends ListItem, Draft extends object, Body>(
  declaration: ListDeclaration<Item, Draft, Body>,
) {
  const { name: topic, key: queryKey } = declaration.resource;
  const merge = (client: QueryClient, channelId: string) => refetchLive(client, queryKey(channelId));
  const useRefetch = (channelId: string) => useChannelTopic(channelId, { topic, queryKey, merge });
  const { useLive = useRefetch } = declaration;
  return {
    ...declaration,
    ListPage: () => <ListScreen list={declaration} useLive={useLive} />,
    EditorPage: () => <EditorScreen list={declaration} />,
  };
}
