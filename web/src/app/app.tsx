import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "react-router/dom";
import { createQueryClient } from "../api/query-client";
import { cssVariablesResolver, theme } from "../ui/theme/theme";
import { toast } from "../ui/toast/toast";
import { Toasts } from "../ui/toast/toasts";
import { createRouter } from "./router";

const queryClient = createQueryClient(toast.error);
const router = createRouter();

export function App() {
  return (
    <MantineProvider theme={theme} forceColorScheme="dark" cssVariablesResolver={cssVariablesResolver}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Toasts />
      </QueryClientProvider>
    </MantineProvider>
  );
}
