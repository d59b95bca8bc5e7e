import { expect, test } from "../fixtures.ts";
import { hold } from "../harness/hold.ts";
import { expectNoAxeViolations, takeScreenshots } from "../harness/screens.ts";

test("a person without channels is welcomed and creates their first one [P2 R1]", async ({ page, signIn }) => {
  await signIn(page, "junoplays");
  await expect(page).toHaveURL("/welcome");
  await expect(page.getByRole("heading", { name: "Welcome, JunoPlays" })).toBeVisible();
  await expectNoAxeViolations(page);
  await takeScreenshots(page, "welcome");
  await page.getByRole("link", { name: "Create channel" }).click();
  await expect(page).toHaveURL("/create-channel");
  await page.getByLabel("Channel name").fill("Night Shift");
  await page.getByRole("button", { name: "Create channel" }).click();
  await expect(page).toHaveURL(/\/channels\/[0-9a-f-]{36}/);
  await expect(page.getByRole("button", { name: "Switch channel, current: Night Shift" })).toBeVisible();
});

test("a channel name that is empty, too long or made of control characters is refused below the field [P2]", async ({
  page,
  enter,
}) => {
  await enter(page, "junoplays", "/create-channel");
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
  await takeScreenshots(page, "create-channel");
});

test("the channel list shows every channel of the person, and search narrows it [P2 E4 R1]", async ({
  page,
  enter,
}) => {
  const juno = await enter(page, "junoplays");
  for (const name of ["Night Shift", "Morning Show", "Nightingale"]) await juno.createChannel(name);
  await page.goto("/channels");
  const rows = page.getByRole("listitem").filter({ has: page.getByRole("link") });
  await expect(rows).toHaveCount(3);
  await page.getByRole("searchbox", { name: "Search channels" }).fill("night");
  await expect(rows).toHaveCount(2);
  await expectNoAxeViolations(page);
  await takeScreenshots(page, "channels");
  await rows.filter({ hasText: "Nightingale" }).click();
  await expect(page.getByRole("button", { name: "Switch channel, current: Nightingale" })).toBeVisible();
});

test("the picker lists names without a header, searches, and opens the chosen channel [C1 C2 C3 N2]", async ({
  page,
  enter,
}) => {
  const juno = await enter(page, "junoplays");
  const first = await juno.createChannel("Night Shift");
  const second = await juno.createChannel("Morning Show");
  await page.goto(`/channels/${first}`);
  await page.getByRole("button", { name: "Switch channel, current: Night Shift" }).click();
  const picker = page.getByRole("dialog", { name: "Pick a channel" });
  await expect(picker.getByRole("row")).toHaveCount(2);
  await expect(picker.getByRole("columnheader")).toHaveCount(0);
  await expectNoAxeViolations(page);
  await takeScreenshots(page, "channel-picker");
  const search = picker.getByPlaceholder("Search...");
  await search.fill("nobody has this name");
  await expect(picker.getByText("No channels", { exact: true })).toBeVisible();
  await search.fill("morn");
  await expect(picker.getByRole("row")).toHaveCount(1);
  await picker.getByRole("row", { name: "Morning Show" }).click();
  await expect(page).toHaveURL(new RegExp(`/channels/${second}`));
  await test.step("Create in the picker leads to the form [C2]", async () => {
    await page.getByRole("button", { name: "Switch channel, current: Morning Show" }).click();
    await picker.getByRole("link", { name: "Create" }).click();
    await expect(page).toHaveURL("/create-channel");
  });
});

test("the picker is 400 high and loads more records at the bottom [C3 N2 T10]", async ({ page, enter }) => {
  const juno = await enter(page, "junoplays");
  const names = Array.from({ length: 52 }, (_, number) => `Channel ${String(number).padStart(2, "0")}`);
  const ids = await Promise.all(names.map((name) => juno.createChannel(name)));
  await page.goto(`/channels/${ids[0]}`);
  await page.getByRole("button", { name: /^Switch channel/ }).click();
  const picker = page.getByRole("dialog", { name: "Pick a channel" });
  await expect(picker.getByRole("row").first()).toBeVisible();
  const before = await picker.getByRole("row").count();
  expect(before).toBeLessThan(52);
  expect((await picker.locator(".mantine-datatable").boundingBox())?.height).toBe(400);
  // Rows that come meanwhile may take the place of the one that was found.
  await expect(() => picker.getByRole("row").last().scrollIntoViewIfNeeded({ timeout: 1_000 })).toPass();
  await page.mouse.move(720, 450);
  await expect(async () => {
    await page.mouse.wheel(0, 2_000);
    await expect(picker.getByRole("row")).toHaveCount(52, { timeout: 500 });
  }).toPass();
});

test("an invitation shows channel and role, and accepting it opens the channel [P2 R1]", async ({
  page,
  enter,
  person,
}) => {
  const owner = await person("junoplays");
  const channelId = await owner.createChannel("Night Shift");
  const invite = await owner.post<{ link: string }>(`/channels/${channelId}/invites`, {
    level: 100,
    expires_in_seconds: 86_400,
  });
  const guest = await enter(page, "hanamori", "/welcome");
  await page.goto(invite.link);
  await expect(page.getByText("Night Shift")).toBeVisible();
  await expect(page.getByText("Editor", { exact: false }).first()).toBeVisible();
  await expectNoAxeViolations(page);
  await takeScreenshots(page, "channel-invite");
  await page.getByRole("button", { name: /accept|join/i }).click();
  await expect(page).toHaveURL(new RegExp(`/channels/${channelId}`));
  const mine = await guest.get<{ records: { role: string }[] }>("/channels");
  expect(mine.records.map(({ role }) => role)).toEqual(["Editor"]);
});

test("a channel that does not exist says Channel not found [R6 O2]", async ({ page, enter }) => {
  await enter(page, "junoplays", "/channels/01890000-0000-7000-8000-000000000000");
  await expect(page.getByRole("heading", { name: "Channel not found" })).toBeVisible();
  await expect(page.getByText("404")).toBeVisible();
  await page.getByRole("link", { name: "Go back" }).click();
  await expect(page).toHaveURL("/welcome");
});

test("while a channel loads, the screen shows its shape and not a blank page [R6]", async ({ page, enter }) => {
  const juno = await enter(page, "junoplays");
  const id = await juno.createChannel("Night Shift");
  const release = await hold(page, `**/api/2/channels/${id}`);
  await page.goto(`/channels/${id}`);
  await expect(page.locator("[aria-busy=true], .mantine-Skeleton-root").first()).toBeVisible();
  release();
  await expect(page.getByRole("button", { name: "Switch channel, current: Night Shift" })).toBeVisible();
});
