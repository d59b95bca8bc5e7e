import { listRoutes } from "../../session/channel-list/list-routes";

export const quoteRoutes = listRoutes("quotes", async () => (await import("./quotes.page")).quoteList);
