import { keepPreviousData, type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/keys";
import { useSingleMutation } from "../../api/mutations/single-mutation";
import type { Page } from "../../api/pages";
import type { AdminUser } from "../../api/types";
import type { TablePageQuery } from "../../ui/table/searched-table-page";
import { toast } from "../../ui/toast/toast";

export function useAdminUsers({ name, perPage, cursor }: TablePageQuery): UseQueryResult<Page<AdminUser>> {
  const query = { per_page: perPage, ...(name ? { name } : {}), ...(cursor ? { cursor } : {}) };
  return useQuery({
    queryKey: [...keys.adminUsers, query],
    queryFn: () => unwrap(api.GET("/api/2/admin/users", { params: { query } })),
    placeholderData: keepPreviousData,
  });
}

/** The channels that are deleted and those that are kept if the user is removed; not cached. */
export function useUserDeletion(userId: string) {
  const params = { path: { user_id: userId } };
  return useQuery({
    queryKey: [...keys.adminUsers, userId, "deletion"],
    queryFn: () => unwrap(api.GET("/api/2/admin/users/{user_id}/deletion", { params })),
    gcTime: 0,
  });
}

export function useSuspendUser() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: ({ id }: AdminUser) =>
      unwrap(api.PUT("/api/2/admin/users/{user_id}/suspension", { params: { path: { user_id: id } } })),
    onSuccess: (_nothing, { display_name }) => {
      toast.success(`${display_name} suspended`);
      return client.invalidateQueries({ queryKey: keys.adminUsers });
    },
  });
}

export function useLiftSuspension() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: ({ id }: AdminUser) =>
      unwrap(api.DELETE("/api/2/admin/users/{user_id}/suspension", { params: { path: { user_id: id } } })),
    onSuccess: (_nothing, { display_name }) => {
      toast.success(`${display_name} can sign in again`);
      return client.invalidateQueries({ queryKey: keys.adminUsers });
    },
  });
}

export function useRemoveUser() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: ({ id, username }: AdminUser) =>
      unwrap(api.DELETE("/api/2/admin/users/{user_id}", { params: { path: { user_id: id }, query: { username } } })),
    onSuccess: async (_nothing, { display_name }) => {
      toast.success(`${display_name} removed`);
      await client.invalidateQueries({ queryKey: keys.adminUsers });
      await client.invalidateQueries({ queryKey: keys.adminChannels });
    },
  });
}

/** Makes a user an operator, and an operator an ordinary user. */
export function useSetOperator() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: ({ id, is_operator }: AdminUser) => {
      const params = { path: { user_id: id } };
      const path = "/api/2/admin/users/{user_id}/operator";
      return unwrap(is_operator ? api.DELETE(path, { params }) : api.PUT(path, { params }));
    },
    onSuccess: (_nothing, { display_name, is_operator }) => {
      toast.success(is_operator ? `${display_name} is no longer an operator` : `${display_name} is now an operator`);
      return client.invalidateQueries({ queryKey: keys.adminUsers });
    },
  });
}
