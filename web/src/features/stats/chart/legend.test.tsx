import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Legend } from "./legend";

function shares(series: { key: string; values: (number | null)[] }[]) {
  render(
    <MantineProvider>
      <Legend series={series.map((one) => ({ ...one, label: one.key }))} />
    </MantineProvider>,
  );
  return screen.getAllByRole("listitem").map((item) => item.textContent);
}

test("a platform that reports no numbers has a dash for its share", () => {
  const series = [
    { key: "tiktok", values: [null, null] },
    { key: "kick", values: [0, 0] },
    { key: "twitch", values: [10, null] },
  ];
  expect(shares(series)).toEqual(["twitch 100 %", "kick 0 %", "tiktok –"]);
});

test("every platform has a dash for its share if the sum is zero", () => {
  expect(shares([{ key: "twitch", values: [0] }])).toEqual(["twitch –"]);
});
