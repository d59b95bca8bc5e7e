import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { keys } from "../../api/keys";
import { useSingleMutation } from "../../api/mutations/single-mutation";
import { toast } from "../../ui/toast/toast";

const CHECKS_INTERVAL_MS = 60_000;
const JOBS_INTERVAL_MS = 5_000;

export function useHealth() {
  return useQuery({
    queryKey: keys.adminHealth,
    queryFn: () => unwrap(api.GET("/api/2/admin/health")),
    refetchInterval: CHECKS_INTERVAL_MS,
  });
}

export function useCheckAgain() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: () => unwrap(api.POST("/api/2/admin/health")),
    onSuccess: (health) => {
      client.setQueryData(keys.adminHealth, health);
    },
  });
}

export function useJobs() {
  return useQuery({
    queryKey: keys.adminJobs,
    queryFn: () => unwrap(api.GET("/api/2/admin/jobs")),
    refetchInterval: JOBS_INTERVAL_MS,
  });
}

export function useRunJob() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (name: string) => unwrap(api.POST("/api/2/admin/jobs/{name}/run", { params: { path: { name } } })),
    onSuccess: () => {
      toast.success("The job runs now");
      return client.invalidateQueries({ queryKey: keys.adminJobs });
    },
  });
}

export function usePauseJob() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (name: string) => unwrap(api.POST("/api/2/admin/jobs/{name}/pause", { params: { path: { name } } })),
    onSuccess: () => {
      toast.success("The job is paused");
      return client.invalidateQueries({ queryKey: keys.adminJobs });
    },
  });
}

export function useNightlyBackups() {
  return useQuery({
    queryKey: keys.nightlyBackups,
    queryFn: () => unwrap(api.GET("/api/2/admin/nightly-backups")),
  });
}

export function useSwitchNightly() {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (enabled: boolean) => unwrap(api.PUT("/api/2/admin/nightly-backups", { body: { enabled } })),
    onSettled: () =>
      Promise.all(
        [keys.nightlyBackups, keys.adminHealth, keys.adminJobs].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
