import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { api, unwrap } from "./client";
import { keys } from "./keys";
import type { components } from "./schema";

export type RoleWithPermissions = components["schemas"]["RoleOut"];
export type Role = Omit<RoleWithPermissions, "permissions">;
/** A level in chat; the access level of a command is the lowest that may use it, 0 for everyone. */
export type Level = components["schemas"]["CommandIn"]["access_level"];

export function useRoles(): UseQueryResult<RoleWithPermissions[]> {
  return useQuery({
    queryKey: keys.roles,
    queryFn: (): Promise<RoleWithPermissions[]> => unwrap(api.GET("/api/2/roles")),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
