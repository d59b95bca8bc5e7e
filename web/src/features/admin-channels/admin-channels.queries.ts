import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/keys";
import type { Page } from "../../api/pages";
import type { AdminChannel } from "../../api/types";

interface AdminChannelsFilter {
  name: string;
  perPage: number;
  cursor: string | null;
}

export function useAdminChannels(filter: AdminChannelsFilter): UseQueryResult<Page<AdminChannel>> {
  const { name, perPage, cursor } = filter;
  const query = { per_page: perPage, ...(name ? { name } : {}), ...(cursor ? { cursor } : {}) };
  return useQuery({
    queryKey: [...keys.adminChannels, query],
    queryFn: () => unwrap(api.GET("/api/2/admin/channels", { params: { query } })),
    placeholderData: keepPreviousData,
  });
}
