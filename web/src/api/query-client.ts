import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { messageOf } from "./errors";

declare module "@tanstack/react-query" {
  interface Register {
    /** `quiet` switches the red toast off for a screen that shows the error itself, all of them or some. */
    queryMeta: { quiet?: boolean | ((error: Error) => boolean) };
    mutationMeta: { quiet?: boolean };
  }
}

type ShowError = (message: string) => void;

/** Failed calls are not retried; what no screen shows by itself becomes a toast. */
export function createQueryClient(showError: ShowError): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // What cannot be done now is refused now: the library would keep it back and do it whenever the line is back.
      queries: { retry: false, staleTime: 10_000, networkMode: "always" },
      mutations: { retry: false, networkMode: "always" },
    },
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (!mutation.meta?.quiet) showError(messageOf(error));
      },
    }),
    queryCache: new QueryCache({
      // Without data the screen shows its error panel; with data it goes on, and only a toast tells.
      onError: (error, query) => {
        const quiet = query.meta?.quiet;
        const isQuiet = typeof quiet === "function" ? quiet(error) : quiet;
        if (query.state.data !== undefined && !isQuiet) showError(messageOf(error));
      },
    }),
  });
}
