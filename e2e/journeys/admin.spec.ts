import type { Request } from "@playwright/test";
import { expect, type Page, test } from "../fixtures.ts";
import { expectNoAxeViolations, expectNoSidewaysScroll } from "../harness/screens.ts";
import type { Session } from "../harness/session.ts";

async function listChannels(page: Page, request: Promise<Request>) {
  const navigation = page.getByRole("navigation", { name: "Admin" });
  await expect(navigation.getByRole("link", { name: /^Channels/ })).toBeVisible();
  const bots = navigation.getByRole("link", { name: /^System Provider Bots/ });
  await expect(bots.locator("[data-tone]")).toHaveText("!");

  await navigation.getByRole("link", { name: /^Channels/ }).click();
  await expect(page).toHaveURL("/admin/channels");
  expect(new URL((await request).url()).searchParams.get("per_page")).toBe("50");
  await expect(page.getByRole("row")).toHaveCount(51);
  await expect(page.getByText("1 - 50 / 52")).toBeVisible();
  await expect(page.getByText("Records per page")).toBeVisible();
  expect((await page.getByRole("banner").boundingBox())?.height).toBe(50);
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "admin-channels");
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(page.getByText("51 - 52 / 52")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search channels" }).fill("channel 07");
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(page.getByText("1 - 1 / 1")).toBeVisible();
}

async function suspendUser(page: Page, hana: Session) {
  await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "People" }).click();
  await expect(page).toHaveURL("/admin/people");
  await expect(page.getByRole("button", { name: "Actions for 花森ハナ" })).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "admin-people");
  await page.getByRole("button", { name: "Actions for 花森ハナ" }).click();
  await page.getByRole("menuitem", { name: "Suspend" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Suspend" }).click();
  await expect(page.getByRole("row", { name: /花森ハナ/ }).getByText("Suspended")).toBeVisible();
  expect(await hana.username()).toBeUndefined();
  await page.getByRole("button", { name: "Actions for 花森ハナ" }).click();
  await page.getByRole("menuitem", { name: "Lift suspension" }).click();
  await expect(page.getByRole("row", { name: /花森ハナ/ }).getByText("Active")).toBeVisible();
}

test("an operator looks through the admin pages", async ({ page, enter, person, installation }) => {
  const hana = await person("hanamori");
  const names = Array.from({ length: 52 }, (_, number) => `Channel ${String(number).padStart(2, "0")}`);
  await Promise.all(names.map((name) => hana.createChannel(name)));
  await person("junoplays");
  await installation.grantOperator("junoplays");
  const request = page.waitForRequest(/\/api\/2\/admin\/channels\?/);
  await enter(page, "junoplays", "/admin");
  await test.step("operators see the admin pages in the sidebar, and every channel, fifty per page, with search [R4 A7 S4 O4 N2 N5 K10]", () =>
    listChannels(page, request));
  await test.step("an operator suspends a user, who is signed out at once", () => suspendUser(page, hana));
});

test("the admin area is closed to other users [A7 R4]", async ({ page, enter }) => {
  await enter(page, "hanamori", "/admin/channels");
  await expect(page.getByText("403", { exact: true })).toBeVisible();
  await expect(page.getByText("Only server admins can open this page.")).toBeVisible();
  await expectNoAxeViolations(page);
});
