import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { keys } from "../../api/keys";
import { createQueryClient } from "../../api/query-client";
import type { PublicStream } from "../../api/types";
import { bestOther, Player } from "./player";
import { stream } from "./test-stream";

const EMBED = "https://player.example/?channel=juniper";
const live = (id: string, facts: Partial<PublicStream> = {}) => stream(id, { is_live: true, ...facts });

function page(shown: PublicStream | undefined, streams: PublicStream[] = []) {
  const client = createQueryClient(() => undefined);
  const names = { twitch: "Twitch", kick: "Kick", tiktok: "TikTok" };
  client.setQueryData(
    keys.platforms,
    Object.entries(names).map(([provider, name]) => ({ provider, name })),
  );
  return (
    <MantineProvider forceColorScheme="dark" env="test">
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <Player name="Night Shift" provider={shown?.provider ?? "twitch"} stream={shown} streams={streams} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>
  );
}

test("the player stays the same while viewers and titles change, and is another one for another address", () => {
  const { rerender } = render(page(live("a", { embed_url: EMBED, viewers: 1 })));
  const frame = screen.getByTitle("Stream of Night Shift on Twitch");
  rerender(page(live("a", { embed_url: EMBED, viewers: 2, title: "New title", revision: 2 })));
  expect(screen.getByTitle("Stream of Night Shift on Twitch")).toBe(frame);
  expect(frame.getAttribute("src")).toBe(EMBED);
  rerender(page(live("a", { embed_url: `${EMBED}2` })));
  const next = screen.getByTitle("Stream of Night Shift on Twitch");
  expect(next).not.toBe(frame);
  expect(next.getAttribute("src")).toBe(`${EMBED}2`);
});

test("a player may start by itself, fill the screen, and knows who shows it", () => {
  render(page(live("a", { embed_url: EMBED })));
  const frame = screen.getByTitle("Stream of Night Shift on Twitch");
  expect(frame.getAttribute("allow")).toBe("autoplay; fullscreen; encrypted-media; picture-in-picture");
  expect(frame.getAttribute("referrerpolicy")).toBe("strict-origin-when-cross-origin");
  expect(frame.hasAttribute("allowfullscreen")).toBe(true);
});

test("who is not live is said to be not live, with the way to where they are", () => {
  const twitch = stream("a");
  const kick = live("b", { provider: "kick", embed_url: EMBED });
  const { rerender } = render(page(twitch, [twitch, kick]));
  expect(screen.getByRole("heading").textContent).toBe("Night Shift is not live on Twitch");
  expect(screen.getByRole("link", { name: "Watch on Kick" }).getAttribute("href")).toBe("/watch/kick/b");
  rerender(page(twitch, [twitch]));
  expect(screen.queryByRole("link")).toBeNull();
  rerender(page(undefined, []));
  expect(screen.getByRole("heading").textContent).toBe("Night Shift is not live on Twitch");
});

test("a platform without a player leads to its own page, in a new tab that knows nothing of ours", () => {
  const watchUrl = "https://www.tiktok.example/@juniper/live";
  render(page(live("a", { provider: "tiktok", watch_url: watchUrl })));
  expect(screen.getByRole("heading").textContent).toBe("TikTok shows its player only on its own pages");
  const link = screen.getByRole("link", { name: "Watch on TikTok" });
  expect(link.getAttribute("href")).toBe(watchUrl);
  expect(link.getAttribute("target")).toBe("_blank");
  expect(link.getAttribute("rel")).toContain("noopener");
});

test("the other place is one that is live, with a player before one without, then the fullest", () => {
  const here = live("here", { embed_url: EMBED, viewers: 1e6 });
  const off = stream("off");
  const plain = live("plain", { viewers: 5000 });
  const small = live("small", { embed_url: EMBED });
  const full = live("full", { embed_url: EMBED, viewers: 20 });
  expect(bestOther([here, off, plain, small, full], here)?.id).toBe("full");
  expect(bestOther([here, off, plain], here)?.id).toBe("plain");
  expect(bestOther([here, off], here)).toBeUndefined();
});
