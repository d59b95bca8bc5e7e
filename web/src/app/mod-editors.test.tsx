import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { testGiveaway } from "../features/giveaways/test-giveaway";
import { entries, queue } from "../features/queues/test-queue";
import { channel, openApp, type ServerCall } from "./test-app";

const mod = { ...channel, role: "Mod", permissions: [...channel.permissions, "queues.read", "giveaways.read"] };

function openAsMod(path: string) {
  openAs(mod, path);
}

function openAs(member: typeof channel, path: string) {
  openApp(`/channels/c1/${path}`, ({ path: asked }: ServerCall) => {
    if (asked === "/channels/c1") return member;
    if (asked === "/channels/c1/queues/q1/entries") return entries([]);
    if (asked === "/channels/c1/queues/q1") return queue();
    return asked.startsWith("/channels/c1/giveaways/g1") ? testGiveaway({ id: "g1", state: "draft" }) : null;
  });
}

test.each([
  ["queues", "Viewer Queue"],
  ["giveaways", "Giveaways"],
])("a Mod who opens %s/new gets the list", async (list, heading) => {
  openAsMod(`${list}/new`);
  expect(await screen.findByRole("heading", { name: heading, level: 1 })).toBeDefined();
  await waitFor(() => expect(window.location.pathname).toBe(`/channels/c1/${list}`));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test.each(["queues/q1/edit", "giveaways/g1/edit"])("a Mod can read but not change the fields of %s", async (path) => {
  openAsMod(path);
  const fields = await waitFor(() => {
    const found = [...document.querySelectorAll("main input, main textarea, main select")];
    expect(found.length).toBeGreaterThan(5);
    return found;
  });
  const changeable = fields.filter(
    (field) => !field.matches(":disabled, [readonly], [aria-disabled=true], [type=search]"),
  );
  expect(changeable.map((field) => field.outerHTML)).toEqual([]);
  expect(screen.queryByRole("link", { name: "Changes" })).toBeNull();
});

test.each([
  ["queues/q1/edit", "section=queues"],
  ["giveaways/g1/edit", "section=giveaways"],
])("the editor %s links to the changes in the audit log for users who may read it", async (path, section) => {
  openAs({ ...mod, permissions: [...mod.permissions, "access.manage"] }, path);
  const link = await screen.findByRole("link", { name: "Changes" });
  const address = new URL(link.getAttribute("href") ?? "", window.location.href);
  expect(address.pathname).toBe("/channels/c1/user-access/audit-log");
  expect(address.search).toContain(section);
  expect([address.searchParams.get("search"), address.searchParams.get("days")]).toEqual([
    expect.stringMatching(/./),
    "all",
  ]);
});
