import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/keys";
import { useSingleMutation } from "../../api/mutations/single-mutation";
import type { Notice } from "../../api/types";
import { toast } from "../../ui/toast/toast";

export type NewNotice = Pick<Notice, "text" | "level" | "ends_at">;

export function useNotices(): UseQueryResult<Notice[]> {
  return useQuery({ queryKey: keys.notices, queryFn: () => unwrap(api.GET("/api/2/admin/notices")) });
}

export function useCreateNotice() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: NewNotice) => unwrap(api.POST("/api/2/admin/notices", { body })),
    onSuccess: () => {
      toast.success("Notice published");
      return client.invalidateQueries({ queryKey: keys.notices });
    },
  });
}

export function useDeleteNotice() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: ({ id }: Notice) =>
      unwrap(api.DELETE("/api/2/admin/notices/{notice_id}", { params: { path: { notice_id: id } } })),
    onSuccess: () => {
      toast.success("Notice deleted");
      return client.invalidateQueries({ queryKey: keys.notices });
    },
  });
}
