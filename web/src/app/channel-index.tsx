import { Navigate, type RouteObject } from "react-router";

/** A channel opens on its platforms until it has a dashboard. */
export const channelIndex: RouteObject = { index: true, element: <Navigate to="providers" replace /> };
