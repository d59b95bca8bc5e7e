import { expect, type Page, test } from "../fixtures.ts";
import { holdRequests } from "../harness/network.ts";
import { endlessAnimations, expectNoAxeViolations, expectNoSidewaysScroll } from "../harness/screens.ts";
import type { Session } from "../harness/session.ts";

type Setup = { page: Page; juno: Session };

const current = (page: Page, name: string) => page.getByRole("button", { name: `Switch channel, current: ${name}` });
const picker = (page: Page) => page.getByRole("dialog", { name: "Pick a channel" });

async function refuseNames(page: Page) {
  await expect(page).toHaveURL("/create-channel");
  const field = page.getByLabel("Channel name");
  const create = page.getByRole("button", { name: "Create channel" });
  await create.click();
  await expect(field).toHaveAccessibleDescription(/Enter a channel name/);
  await field.fill("x".repeat(41));
  await create.click();
  await expect(field).toHaveAccessibleDescription(/Max 40 characters/);
  await field.fill("Night\u202eShift");
  await create.click();
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(page).toHaveURL("/create-channel");
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "create-channel");
}

test("a user without channels is welcomed and creates their first one [P2 R1]", async ({ page, signIn }) => {
  await signIn(page, "junoplays");
  await expect(page).toHaveURL("/welcome");
  await expect(page.getByRole("heading", { name: "Welcome, JunoPlays" })).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "welcome");
  await page.getByRole("link", { name: "Create channel" }).click();
  await test.step("a channel name that is empty, too long or has a control character is refused below the field [P2]", () =>
    refuseNames(page));
  await page.getByLabel("Channel name").fill("Night Shift");
  await page.getByRole("button", { name: "Create channel" }).click();
  await expect(page).toHaveURL(/\/channels\/[0-9a-f-]{36}/);
  await expect(current(page, "Night Shift")).toBeVisible();
});

async function searchList({ page }: Setup) {
  await page.goto("/channels");
  const rows = page.getByRole("listitem").filter({ has: page.getByRole("link") });
  await expect(rows).toHaveCount(3);
  await page.getByRole("searchbox", { name: "Search channels" }).fill("night");
  await expect(rows).toHaveCount(2);
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "channels");
  await rows.filter({ hasText: "Nightingale" }).click();
  await expect(current(page, "Nightingale")).toBeVisible();
}

async function pick({ page }: Setup) {
  await current(page, "Nightingale").click();
  await expect(picker(page).getByRole("row")).toHaveCount(3);
  await expect(picker(page).getByRole("columnheader")).toHaveCount(0);
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "channel-picker");
  const search = picker(page).getByPlaceholder("Search...");
  await search.fill("nobody has this name");
  await expect(picker(page).getByText("No channels", { exact: true })).toBeVisible();
  await search.fill("morn");
  await expect(picker(page).getByRole("row")).toHaveCount(1);
  await picker(page).getByRole("row", { name: "Morning Show" }).click();
  await expect(page).toHaveURL(/\/channels\/[0-9a-f-]{36}/);
  await test.step("Create in the picker leads to the form [C2]", async () => {
    await current(page, "Morning Show").click();
    await picker(page).getByRole("link", { name: "Create" }).click();
    await expect(page).toHaveURL("/create-channel");
  });
}

async function scrollPicker({ page, juno }: Setup) {
  const names = Array.from({ length: 49 }, (_, number) => `Channel ${String(number).padStart(2, "0")}`);
  const ids = await Promise.all(names.map((name) => juno.createChannel(name)));
  await page.goto(`/channels/${ids[0]}`);
  await page.getByRole("button", { name: /^Switch channel/ }).click();
  const rows = picker(page).getByRole("row");
  await expect(rows.first()).toBeVisible();
  expect(await rows.count()).toBeLessThan(52);
  expect((await picker(page).locator(".mantine-datatable").boundingBox())?.height).toBe(400);
  // Rows that load during the scroll may replace the last row.
  await expect(() => rows.last().scrollIntoViewIfNeeded({ timeout: 1_000 })).toPass();
  await page.mouse.move(720, 450);
  await expect(async () => {
    await page.mouse.wheel(0, 2_000);
    await expect(rows).toHaveCount(52, { timeout: 500 });
  }).toPass();
}

test("a user with several channels finds them in the list and in the picker", async ({ page, openAs }) => {
  const juno = await openAs(page, "junoplays");
  for (const name of ["Night Shift", "Morning Show", "Nightingale"]) await juno.createChannel(name);
  const setup = { page, juno };
  await test.step("the channel list shows every channel of the user, and search narrows it [P2 E4 R1]", () =>
    searchList(setup));
  await test.step("the picker has a table of names without a header, searches, and opens the chosen channel [C1 C2 C3 N2]", () =>
    pick(setup));
  await test.step("the picker is 400 px high and loads records at its end [C3 N2 T10]", () => scrollPicker(setup));
});

test("an invitation shows channel and role, and accepting it opens the channel [P2 R1]", async ({
  page,
  openAs,
  openSession,
}) => {
  const owner = await openSession("junoplays");
  const channelId = await owner.createChannel("Night Shift");
  const invite = await owner.post<{ link: string }>(`/channels/${channelId}/invites`, {
    level: 100,
    expires_in_seconds: 86_400,
  });
  const guest = await openAs(page, "hanamori");
  await page.goto(invite.link);
  await expect(page.getByText("Night Shift")).toBeVisible();
  await expect(page.getByText("Editor", { exact: false }).first()).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "channel-invite");
  await page.getByRole("button", { name: /accept|join/i }).click();
  await expect(page).toHaveURL(new RegExp(`/channels/${channelId}`));
  const channels = await guest.get<{ records: { role: string }[] }>("/channels");
  expect(channels.records.map(({ role }) => role)).toEqual(["Editor"]);
});

test("a loading channel has a skeleton; without access it is not found", async ({ page, openAs, openSession }) => {
  const juno = await openAs(page, "junoplays");
  const id = await juno.createChannel("Night Shift");
  await test.step("while a channel loads, the screen shows a skeleton and not a blank page [R6]", async () => {
    const release = await holdRequests(page, `**/api/2/channels/${id}`);
    await page.goto(`/channels/${id}`);
    await expect(page.locator("[aria-busy=true], .mantine-Skeleton-root").first()).toBeVisible();
    // Journeys run with reduced motion.
    expect(await endlessAnimations(page)).toEqual([]);
    release();
    await expect(current(page, "Night Shift")).toBeVisible();
  });
  // To a user without a role, a channel looks as if it did not exist; tests/features/access tests the roles.
  await test.step("a user without a role in a channel sees Channel not found [R6 O2 A2]", async () => {
    const hana = await openSession("hanamori");
    await page.goto(`/channels/${await hana.createChannel("Elsewhere")}`);
    await expect(page.getByRole("heading", { name: "Channel not found" })).toBeVisible();
    await expect(page.getByText("404")).toBeVisible();
    await page.getByRole("link", { name: "Go back" }).click();
    await expect(page.getByRole("heading", { name: "Channel not found" })).toHaveCount(0);
  });
});
