import { MantineProvider } from "@mantine/core";
import { IconDice5, IconPlugConnected } from "@tabler/icons-react";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { NavEntry } from "./navs";
import { SidebarNav } from "./sidebar";

const platforms: NavEntry = {
  label: "Platforms",
  icon: IconPlugConnected,
  path: "providers",
  useBadge: () => ({ tone: "danger", text: "2", label: "2 platforms need more permissions" }),
};
const gambling: NavEntry = {
  label: "Gambling Settings",
  icon: IconDice5,
  path: "gambling",
  children: [{ label: "Points", path: "gambling/point-settings" }],
};

function show(entry: NavEntry, isCollapsed: boolean) {
  render(
    <MantineProvider forceColorScheme="dark" env="test">
      <MemoryRouter initialEntries={["/channels/7/providers"]}>
        <SidebarNav base="/channels/7" entries={[entry]} channelId="7" label="Channel" isCollapsed={isCollapsed} />
      </MemoryRouter>
    </MantineProvider>,
  );
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test("an item shows its badge, with its meaning in the accessible name [S2]", () => {
  show(platforms, false);
  const link = screen.getByRole("link", { name: "Platforms, 2 platforms need more permissions" });
  expect(link.textContent).toContain("2");
  expect(link.getAttribute("aria-current")).toBe("page");
});

test("a collapsed item keeps its accessible name [S3]", () => {
  show(platforms, true);
  expect(screen.getByRole("link", { name: /^Platforms/ }).getAttribute("data-collapsed")).toBe("true");
});

test("in the collapsed sidebar a submenu opens after 500 ms and not before [N5]", () => {
  show(gambling, true);
  fireEvent.mouseEnter(screen.getByRole("button", { name: "Gambling Settings" }));
  act(() => vi.advanceTimersByTime(499));
  expect(screen.queryByRole("menuitem", { name: "Points" })).toBeNull();
  act(() => vi.advanceTimersByTime(1));
  expect(screen.queryByRole("menuitem", { name: "Points" })).not.toBeNull();
});

test("in the expanded sidebar a group opens in place", () => {
  show(gambling, false);
  expect(screen.queryByRole("link", { name: "Points" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Gambling Settings" }));
  expect(screen.getByRole("link", { name: "Points" }).getAttribute("href")).toBe("/channels/7/gambling/point-settings");
});
