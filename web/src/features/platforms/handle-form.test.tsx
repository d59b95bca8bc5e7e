import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { createQueryClient } from "../../api/query-client";
import { currentToasts } from "../../ui/toast/toast";
import { platformOf } from "./connectable";
import { HandleForm } from "./handle-form";

const fetched = vi.fn<(request: Request) => Promise<Response>>();
const tiktok = { ...platformOf([], "tiktok"), name: "TikTok", registration: "handle" as const };

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal("fetch", fetched);
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <QueryClientProvider client={createQueryClient(() => undefined)}>
        <HandleForm channelId="c1" platform={tiktok} />
      </QueryClientProvider>
    </MantineProvider>,
  );
});

const field = () => screen.getByRole("textbox", { name: "Your TikTok handle" });

function submit(handle: string) {
  fireEvent.change(field(), { target: { value: handle } });
  fireEvent.click(screen.getByRole("button", { name: "Connect TikTok" }));
}

test("a handle is sent trimmed, and a success toast is shown [P3 X8]", async () => {
  fetched.mockResolvedValue(Response.json({}, { status: 201 }));
  submit("  juniper.vale ");
  await waitFor(() =>
    expect(currentToasts()).toMatchObject([{ tone: "success", message: "TikTok connected successfully" }]),
  );
  const request = fetched.mock.calls[0]?.[0];
  expect(new URL(request?.url ?? "").pathname).toBe("/api/2/channels/c1/providers");
  expect(await request?.json()).toEqual({ provider: "tiktok", handle: "juniper.vale" });
});

test("the error of a handle is shown below its field until the text changes [P3]", async () => {
  const errors = [{ field: "handle", message: "No TikTok account @nobody" }];
  fetched.mockResolvedValue(Response.json({ type: "invalid", message: "Look again", errors }, { status: 422 }));
  submit("nobody");
  await screen.findByText("No TikTok account @nobody");
  expect(field().getAttribute("aria-invalid")).toBe("true");
  expect(currentToasts()).toEqual([]);
  fireEvent.change(field(), { target: { value: "nobody2" } });
  await waitFor(() => expect(screen.queryByText("No TikTok account @nobody")).toBeNull());
});

test("an error that names no field is shown below the handle too [X2]", async () => {
  fetched.mockResolvedValue(Response.json({ type: "down", message: "TikTok cannot be reached" }, { status: 502 }));
  submit("juniper");
  expect(await screen.findByText("TikTok cannot be reached")).toBeDefined();
});

test("an empty handle is not sent", () => {
  submit("   ");
  expect(fetched).not.toHaveBeenCalled();
});
