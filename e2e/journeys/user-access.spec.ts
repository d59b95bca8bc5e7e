import { expect, type Page, storeToken, test } from "../fixtures.ts";
import { expectNoAxeViolations, expectNoSidewaysScroll, expectTouchTargets } from "../harness/screens.ts";

// The roles of each call are tested in tests/features/access, the rules for changing members in tests/features/members.

const nav = (page: Page, screen: string) =>
  page.getByRole("navigation", { name: "Channel" }).getByRole("link", { name: screen, exact: true });
const member = (page: Page, name: string) =>
  page.getByRole("list", { name: "Members" }).getByRole("listitem", { name, exact: true });
const invitations = (page: Page) => page.getByRole("region", { name: "Invitations" });

async function expectAccountsOnPhone(owner: Page) {
  const before = owner.viewportSize();
  await owner.setViewportSize({ width: 390, height: 844 });
  await expect(member(owner, "JunoPlays").getByRole("img", { name: "Twitch: JunoPlays" })).toBeVisible();
  if (before) await owner.setViewportSize(before);
}

/** Creates an invitation on the screen, for access that ends after one stream; returns its link. */
async function inviteMod(owner: Page): Promise<string> {
  await owner.getByRole("button", { name: "Invite someone" }).click();
  await owner.getByRole("switch", { name: "Access ends by itself" }).click();
  await expect(owner.getByRole("combobox", { name: "Access ends" })).toHaveValue("after_stream");
  await owner.getByRole("button", { name: "Create link" }).click();
  await expect(owner.getByRole("img", { name: "QR code of the invitation link" })).toBeVisible();
  await expect(invitations(owner).getByText("Guest, one stream")).toBeVisible();
  await expectNoAxeViolations(owner);
  await expectNoSidewaysScroll(owner, "user-access");
  await expectTouchTargets(owner);
  await expectAccountsOnPhone(owner);
  return owner.getByRole("textbox", { name: "Link of the invitation" }).inputValue();
}

async function acceptAsGuest(guest: Page, link: string) {
  await guest.goto(new URL(link).pathname + new URL(link).hash);
  await expect(guest.getByRole("heading", { name: "As Mod you can" })).toBeVisible();
  await expect(guest.getByText("Your access ends by itself after the stream")).toBeVisible();
  await guest.getByRole("button", { name: "Accept" }).click();
  await expect(nav(guest, "Chat Commands")).toBeVisible();
}

test("an owner invites, changes roles and ends access, live on the member's page [P2 P7 A3 A4 A5]", async ({
  page: owner,
  openAs,
  openSession,
  browser,
  installation,
}) => {
  const juno = await openAs(owner, "junoplays");
  const channelId = await juno.createChannel("Night Shift");
  const odalys = await openSession("odalys_");
  const context = await browser.newContext({ baseURL: installation.url, reducedMotion: "reduce" });
  const guest = await context.newPage();
  await storeToken(guest, odalys);
  await owner.goto(`/channels/${channelId}/user-access`);

  await test.step("an invitation has a QR code, shows what the role can do, and is accepted [P2]", async () => {
    await expect(member(owner, "JunoPlays")).toContainText("last one");
    await acceptAsGuest(guest, await inviteMod(owner));
    await expect(invitations(owner).getByText("Accepted by Odalys_")).toBeVisible();
    await expect(member(owner, "Odalys_")).toContainText("Access ends after the stream");
    await expect(owner.getByText("2 online")).toBeVisible();
  });

  await test.step("buttons appear and disappear with the role, without a reload [A3 A4]", async () => {
    await nav(guest, "Chat Commands").click();
    const create = guest.getByRole("button", { name: "New command" }).first();
    await expect(create).toHaveAttribute("aria-disabled", "true");
    await owner.getByRole("combobox", { name: "Role of Odalys_" }).selectOption("Editor");
    await expect(create).not.toHaveAttribute("aria-disabled", "true");
    await owner.getByRole("combobox", { name: "Role of Odalys_" }).selectOption("Mod");
    await expect(create).toHaveAttribute("aria-disabled", "true");
  });

  await test.step("a Mod sees the members, and an Admin cannot change the Owner [A3 A5]", async () => {
    await nav(guest, "User Access").click();
    await expect(guest.getByText("Only Admins and above can see and change members.")).toBeVisible();
    await expect(guest.getByText("Access ends after the stream")).toBeVisible();
    await expect(guest.getByRole("listitem").filter({ hasText: "JunoPlays" })).toBeVisible();
    await expectNoAxeViolations(guest);
    await expectNoSidewaysScroll(guest, "user-access-mod");
    await owner.getByRole("combobox", { name: "Role of Odalys_" }).selectOption("Admin");
    await expect(member(guest, "Odalys_")).toContainText("Access ends after the stream");
    await expect(guest.getByRole("combobox", { name: "Role of JunoPlays" })).toHaveCount(0);
    await expect(guest.getByRole("button", { name: "Actions for JunoPlays" })).toHaveCount(0);
  });

  await test.step("an open page shows Channel not found once the access ends [P7]", async () => {
    const { id } = await odalys.get<{ id: string }>("/user");
    const end = { access_ends: "date", access_ends_at: new Date(Date.now() + 8_000).toISOString() };
    await juno.put(`/channels/${channelId}/members/${id}/access-end`, end);
    await expect(member(guest, "Odalys_")).toContainText("Access expires in");
    await expect(guest.getByText("Channel not found")).toBeVisible();
    await expect(member(owner, "Odalys_")).toHaveCount(0);
  });
  await context.close();
});

test("a member leaves from the list of channels; the last owner cannot [P7]", async ({ page, openAs, openSession }) => {
  const juno = await openSession("junoplays");
  const channelId = await juno.createChannel("Night Shift");
  const odalys = await openAs(page, "odalys_");
  await odalys.createChannel("Late Kitchen");
  const { link } = await juno.post<{ link: string }>(`/channels/${channelId}/invites`, { level: 200 });
  await odalys.acceptInvite(link);
  await page.goto("/channels");
  await page.getByRole("button", { name: "Actions for Late Kitchen" }).click();
  await page.getByRole("menuitem", { name: "Leave channel" }).click();
  const alone = page.getByRole("dialog", { name: "You are the only owner" });
  await alone.getByRole("button", { name: "OK" }).click();
  await page.getByRole("button", { name: "Actions for Night Shift" }).click();
  await page.getByRole("menuitem", { name: "Leave channel" }).click();
  await page.getByRole("dialog", { name: "Leave Night Shift?" }).getByRole("button", { name: "Leave" }).click();
  await expect(page.getByText("You left Night Shift")).toBeVisible();
  await expect(page.getByRole("link", { name: /Night Shift/ })).toHaveCount(0);
});
