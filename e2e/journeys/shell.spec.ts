import { expect, type Page, test } from "../fixtures.ts";
import { expectNoAxeViolations, takeScreenshots } from "../harness/screens.ts";

type Stage = { page: Page };

const heightOf = async (page: Page, selector: string) => (await page.locator(selector).first().boundingBox())?.height;
const widthOf = async (page: Page, selector: string) => (await page.locator(selector).first().boundingBox())?.width;

test("the collapsed sidebar stays collapsed after a reload and in another tab [S3]", async ({
  page,
  context,
  enter,
}) => {
  const juno = await enter(page, "junoplays");
  const path = `/channels/${await juno.createChannel("Night Shift")}/providers`;
  await page.goto(path);
  await page.getByRole("button", { name: "Collapse" }).click();
  await expect(page.getByRole("button", { name: "Expand" })).toBeVisible();
  await expectNoAxeViolations(page);
  await takeScreenshots(page, "sidebar-collapsed");
  await page.reload();
  await expect(page.getByRole("button", { name: "Expand" })).toBeVisible();
  const second = await context.newPage();
  await second.goto(path);
  await expect(second.getByRole("button", { name: "Expand" })).toBeVisible();
});

test("an unknown address shows status, status text and Go back [O2]", async ({ page, enter }) => {
  await enter(page, "junoplays", "/welcome");
  await page.goto("/nowhere/at/all");
  await expect(page.getByText("404", { exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Not found" })).toBeVisible();
  await expectNoAxeViolations(page);
  await takeScreenshots(page, "not-found");
  await page.getByRole("link", { name: "Go back" }).click();
  await expect(page).not.toHaveURL(/nowhere/);
});

test("a screen whose file is gone reloads the page once, and only once per 30 s [O5 N4]", async ({ page, enter }) => {
  await enter(page, "junoplays", "/welcome");
  await page.getByRole("heading", { name: "Welcome, JunoPlays" }).waitFor();
  await page.route(/create-channel.*\.js$/, (route) => route.abort());
  let loads = 0;
  page.on("load", () => {
    loads += 1;
  });
  const create = page.getByRole("link", { name: "Create channel" });
  await Promise.all([page.waitForEvent("load"), create.click()]);
  await create.click();
  await expect(page.getByRole("link", { name: "Go back" })).toBeVisible();
  expect(loads).toBe(1);

  await page.evaluate(() => {
    const at = Number(sessionStorage.getItem("greenroom.reloaded-at"));
    sessionStorage.setItem("greenroom.reloaded-at", String(at - 30_000));
  });
  await page.goto("/welcome");
  await Promise.all([page.waitForEvent("load"), create.click()]);
  expect(loads).toBe(3);
});

async function usePalette({ page }: Stage) {
  await expect(page.getByRole("navigation", { name: "Channel" })).toBeVisible();
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog");
  await expect(palette).toBeVisible();
  await expectNoAxeViolations(page);
  await takeScreenshots(page, "palette");
  await page.keyboard.type("create");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/create-channel");
  await page.goBack();
}

async function goHome({ page }: Stage) {
  const brand = page.getByRole("banner").getByRole("link").first();
  await expect(brand).toHaveAttribute("href", "/");
  await brand.click();
  await expect(page).toHaveURL("/");
  await page.goBack();
}

async function measureFrame({ page }: Stage) {
  const navigation = page.getByRole("navigation", { name: "Channel" });
  await expect(navigation).toBeVisible();
  expect(await heightOf(page, "header")).toBe(45);
  expect(await widthOf(page, "div:has(> nav[aria-label=Channel])")).toBe(250);
  await page.setViewportSize({ width: 992, height: 800 });
  await expect(navigation).toBeVisible();
  await page.setViewportSize({ width: 991, height: 800 });
  await expect(navigation).toBeHidden();
  await page.getByRole("button", { name: "Open menu" }).click();
  await expect(navigation.getByRole("link", { name: /^Platforms/ })).toBeVisible();
  await expectNoAxeViolations(page);
}

test("the frame around a channel: command palette, brand, sizes", async ({ page, enter }) => {
  const juno = await enter(page, "junoplays");
  await page.goto(`/channels/${await juno.createChannel("Night Shift")}/providers`);
  const stage = { page };
  await test.step("the command palette opens with Ctrl+K and takes people to a screen by keyboard", () =>
    usePalette(stage));
  await test.step("the brand leads home from a channel [O1]", () => goHome(stage));
  await test.step("the sidebar is 250 wide and the header 45 high; below md a menu takes its place [N5]", () =>
    measureFrame(stage));
});
