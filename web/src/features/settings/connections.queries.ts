import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/keys";
import { useSingleMutation } from "../../api/mutations/single-mutation";
import type { Platform, UserProvider } from "../../api/types";
import { type ConnectResult, connectInPopup } from "../../lib/auth/popup";
import { userProvidersQuery } from "../../session/user-providers";
import { toast } from "../../ui/toast/toast";

interface RunningConnect {
  platform: Platform;
  result: Promise<ConnectResult>;
}

/** Returns a function that connects a platform to the user in a popup; it must be called in the click handler. */
export function useConnectAccount() {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: ({ result }: RunningConnect) => result,
    onSuccess: async ({ kind }, { platform }) => {
      // The list is refetched first, so that the toast and the row agree.
      await client.invalidateQueries({ queryKey: keys.userProviders });
      if (kind === "landed") toast.success(`${platform.name} connected successfully`);
    },
  });
  return (platform: Platform) => {
    const fetchUrl = () => fetchConnectUrl(platform.provider);
    const id = `account ${platform.provider}`;
    const result = connectInPopup({ id, fetchUrl, hashKey: "user_provider_id", platform: platform.name });
    mutate({ platform, result });
  };
}

async function fetchConnectUrl(provider: string): Promise<string> {
  const params = { path: { provider }, query: { redirect_to: "/user-provider-connected" } };
  return (await unwrap(api.GET("/api/2/{provider}/connect-chat-url", { params }))).url;
}

/** Disconnects an account: optimistic removal, which is undone if the request fails. */
export function useDisconnectAccount() {
  const client = useQueryClient();
  const { queryKey } = userProvidersQuery;
  return useSingleMutation({
    mutationFn: ({ id }: UserProvider) =>
      unwrap(api.DELETE("/api/2/user/providers/{user_provider_id}", { params: { path: { user_provider_id: id } } })),
    onMutate: async ({ id }) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, (accounts) => accounts?.filter((account) => account.id !== id));
      return before;
    },
    onError: (_error, _account, before) => client.setQueryData(queryKey, before),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
