import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { hasLostAccess, messageOf } from "./errors";

declare module "@tanstack/react-query" {
  interface Register {
    /** `quiet` turns the toast off for errors that the screen shows itself; a function decides for each error. */
    queryMeta: { quiet?: boolean | ((error: Error) => boolean) };
    mutationMeta: { quiet?: boolean };
  }
}

type ShowError = (message: string) => void;

/** Returns a client that retries no failed call, and calls `showError` for errors that no screen shows. */
export function createQueryClient(showError: ShowError): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Offline calls fail at once: the library would hold them back and send them after reconnecting.
      queries: { retry: false, staleTime: 10_000, networkMode: "always" },
      mutations: { retry: false, networkMode: "always" },
    },
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (!mutation.meta?.quiet) showError(messageOf(error));
      },
    }),
    queryCache: new QueryCache({
      // Without data the screen shows its error panel; with data it keeps the data, so a toast reports the error.
      // There is no toast if the user has lost access: the socket reports that too, and the screen changes.
      onError: (error, query) => {
        if (hasLostAccess(error)) return;
        const quiet = query.meta?.quiet;
        const isQuiet = typeof quiet === "function" ? quiet(error) : quiet;
        if (query.state.data !== undefined && !isQuiet) showError(messageOf(error));
      },
    }),
  });
}
