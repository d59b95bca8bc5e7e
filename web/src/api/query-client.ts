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
      queries: { retry: false, staleTime: 10_000 },
      mutations: { retry: false },
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
