import { listRoutes } from "../../session/channel-list/list-routes";

export const timerRoutes = listRoutes("chat-timers", async () => (await import("./timers.page")).timerList);
