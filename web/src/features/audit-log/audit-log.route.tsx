import type { RouteObject } from "react-router";
import { lazyScreen } from "../../lib/reload-guard";

export const auditLogRoutes: RouteObject[] = [
  { path: "user-access/audit-log", lazy: lazyScreen(() => import("./audit-log.page"), "AuditLogPage") },
];
