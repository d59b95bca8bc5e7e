import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { TestMediaField } from "../test-media-field";
import { EventsField } from "./events-field";

test("each switch names the event that the code receives", () => {
  const form = {
    channelId: "c1",
    draft: { name: "Wall", settings: { events: [] }, css: "" },
    change: () => undefined,
    errorOf: () => undefined,
    invalidFields: [],
    isLocked: false,
    media: TestMediaField,
  };
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <EventsField form={form} />
    </MantineProvider>,
  );
  expect(screen.getByText('greenroom.on("activity", …)')).toBeDefined();
  expect(screen.getByText('greenroom.on("message", …)')).toBeDefined();
});
