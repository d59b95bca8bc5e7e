import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { keys } from "../../../api/keys";
import { createQueryClient } from "../../../api/query-client";
import { TestMediaField } from "../test-media-field";
import { widget, widgetType } from "../test-widget";
import { SettingsForm } from "./settings-form";

test("a folded section opens for an error in an entry of one of its lists", () => {
  const client = createQueryClient(() => undefined);
  client.setQueryData(keys.platforms, []);
  const settings = { ...widget().settings, hidden_viewers: ["nightbot", " "] };
  const errors: Record<string, string> = { "settings.hidden_viewers.1": "must not be empty" };
  const form = {
    channelId: "c1",
    draft: { name: "Chat", settings, css: "" },
    change: () => undefined,
    errorOf: (field: string) => errors[field],
    invalidFields: Object.keys(errors),
    isLocked: false,
    media: TestMediaField,
  };
  render(
    <QueryClientProvider client={client}>
      <MantineProvider forceColorScheme="dark" env="test">
        <SettingsForm form={form} sections={widgetType().sections} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  expect(screen.getByText("must not be empty").closest("details")?.open).toBe(true);
});
