import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { keys } from "../../api/keys";
import { createQueryClient } from "../../api/query-client";
import type { PublicStream } from "../../api/types";
import { bestOtherStream, Player } from "./player";
import { stream } from "./test-stream";

const EMBED = "https://player.example/?channel=juniper";
const live = (id: string, overrides: Partial<PublicStream> = {}) => stream(id, { is_live: true, ...overrides });

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

test("the frame stays while viewers and titles change, and is replaced when the URL changes", () => {
  const { rerender } = render(page(live("a", { embed_url: EMBED, viewers: 1 })));
  const frame = screen.getByTitle("Night Shift's stream on Twitch");
  rerender(page(live("a", { embed_url: EMBED, viewers: 2, title: "New title", revision: 2 })));
  expect(screen.getByTitle("Night Shift's stream on Twitch")).toBe(frame);
  expect(frame.getAttribute("src")).toBe(EMBED);
  rerender(page(live("a", { embed_url: `${EMBED}2` })));
  const next = screen.getByTitle("Night Shift's stream on Twitch");
  expect(next).not.toBe(frame);
  expect(next.getAttribute("src")).toBe(`${EMBED}2`);
});

test("the frame allows autoplay and fullscreen, and gets a referrer [O8]", () => {
  render(page(live("a", { embed_url: EMBED })));
  const frame = screen.getByTitle("Night Shift's stream on Twitch");
  expect(frame.getAttribute("allow")).toBe("autoplay; fullscreen; encrypted-media; picture-in-picture");
  expect(frame.getAttribute("referrerpolicy")).toBe("strict-origin-when-cross-origin");
  expect(frame.hasAttribute("allowfullscreen")).toBe(true);
});

test("the page of an offline stream links to a live stream", () => {
  const twitch = stream("a");
  const kick = live("b", { provider: "kick", embed_url: EMBED });
  const { rerender } = render(page(twitch, [twitch, kick]));
  expect(screen.getByRole("heading").textContent).toBe("Night Shift isn't live on Twitch");
  expect(screen.getByRole("link", { name: "Watch on Kick" }).getAttribute("href")).toBe("/watch/kick/b");
  rerender(page(twitch, [twitch]));
  expect(screen.queryByRole("link")).toBeNull();
  rerender(page(undefined, []));
  expect(screen.getByRole("heading").textContent).toBe("Night Shift isn't live on Twitch");
});

test("a platform without an embedded player links to its own page in a new tab", () => {
  const watchUrl = "https://www.tiktok.example/@juniper/live";
  render(page(live("a", { provider: "tiktok", watch_url: watchUrl })));
  expect(screen.getByRole("heading").textContent).toBe("TikTok streams can't be embedded");
  const link = screen.getByRole("link", { name: "Watch on TikTok" });
  expect(link.getAttribute("href")).toBe(watchUrl);
  expect(link.getAttribute("target")).toBe("_blank");
  expect(link.getAttribute("rel")).toContain("noopener");
});

test("the stream to watch instead is another live one, embeddable if possible, with the most viewers", () => {
  const current = live("here", { embed_url: EMBED, viewers: 1e6 });
  const off = stream("off");
  const plain = live("plain", { viewers: 5000 });
  const small = live("small", { embed_url: EMBED });
  const full = live("full", { embed_url: EMBED, viewers: 20 });
  expect(bestOtherStream([current, off, plain, small, full], current)?.id).toBe("full");
  expect(bestOtherStream([current, off, plain], current)?.id).toBe("plain");
  expect(bestOtherStream([current, off], current)).toBeUndefined();
});
