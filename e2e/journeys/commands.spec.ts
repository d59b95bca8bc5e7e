import { expect, type Page, test } from "../fixtures.ts";
import { chatRow, createLiveChannel, sendMessage } from "../harness/chat-room.ts";
import { deleteDefaults, editor, listRow, makeCommand, preview, response } from "../harness/commands.ts";
import { invite } from "../harness/members.ts";
import { expectNoAxeViolations, expectNoSidewaysScroll } from "../harness/screens.ts";
import type { Session } from "../harness/session.ts";

type Setup = { page: Page; juno: Session; channelId: string };

const LEVELS = ["Public", "Sub", "VIP", "Mod", "Owner"];
const WRITABLE = ["twitch", "youtube", "kick"];

const openFromSidebar = (page: Page, screen: string) =>
  page.getByRole("navigation", { name: "Channel" }).getByRole("link", { name: screen, exact: true }).click();

/** Opens the Why? dialog of a chat message. */
async function why(page: Page, line: string) {
  // A pointer over the list would hold back new lines.
  await page.mouse.move(0, 0);
  await chatRow(page, line).last().hover();
  await page.getByRole("toolbar").getByRole("button", { name: "Why?", exact: true }).click();
  return page.getByRole("dialog", { name: /^Why did/ });
}

test("a command is created with completion, previewed, saved, and responds on Twitch, YouTube and Kick [P6 R2]", async ({
  page,
  openAs,
  control,
}) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await createLiveChannel(juno, control);
  await page.goto(`/channels/${channelId}/providers`);
  await page.getByRole("navigation", { name: "Channel" }).getByRole("link", { name: "Chat Commands" }).click();
  await expect(listRow(page, "!uptime")).toBeVisible();
  await page.getByRole("button", { name: "New command" }).click();
  await expect(page).toHaveURL(`/channels/${channelId}/chat-commands/new`);
  await editor(page).getByRole("textbox", { name: "Command" }).fill("!hello");
  await editor(page).getByRole("textbox", { name: "Command" }).press("Enter");
  await response(page).pressSequentially("🦊 Welcome $(us");
  const offers = page.getByRole("listbox", { name: "Variables" });
  await expect(offers.getByRole("option").first()).toContainText("user");
  await expect(response(page)).toHaveAttribute("aria-activedescendant", /-0$/);
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "command-completion");
  // The screenshots have moved the focus to the sheet.
  await response(page).press("End");
  await response(page).pressSequentially("e");
  await response(page).press("Enter");
  await response(page).pressSequentially("!");
  await expect(response(page)).toHaveValue("🦊 Welcome $(user)!");
  await editor(page).getByRole("radio", { name: "Reply" }).check();
  await expect(preview(page).filter({ has: page.getByRole("img", { name: "Twitch" }) })).toContainText(
    /kestrel_: !hello.*🦊 Welcome kestrel_!/s,
  );
  await expect(preview(page).filter({ has: page.getByRole("img", { name: "YouTube" }) })).toContainText(
    /@kestrel_ 🦊 Welcome kestrel_!.*no replies/s,
  );
  await expect(preview(page).filter({ has: page.getByRole("img", { name: "TikTok" }) })).toContainText("is read-only");
  for (const kind of ["Global", "User"]) {
    await editor(page)
      .getByRole("spinbutton", { name: `${kind} cooldown` })
      .fill("0");
  }
  await page.keyboard.press("Control+s");
  await expect(page).toHaveURL(/\/chat-commands\/[0-9a-f-]{36}$/);
  await expect(listRow(page, "!hello")).toContainText("🦊 Welcome $(user)!");

  for (const provider of WRITABLE) await sendMessage(control, provider, "!hello", { viewer: "marekfixes" });
  await expect(editor(page).getByText("3 uses")).toBeVisible();
  await expect(listRow(page, "!hello")).toContainText("Now");
  await openFromSidebar(page, "Chat");
  for (const provider of WRITABLE) {
    const answered = page
      .getByRole("log", { name: "Chat" })
      .locator("[data-key]")
      .filter({ has: page.getByRole("img", { name: new RegExp(provider, "i") }) })
      .filter({ hasText: "🦊 Welcome" });
    await expect(answered).toHaveCount(1);
  }
});

test("cooldown and level decide who gets a response, and Why? shows the reason [P6 E9]", async ({
  page,
  openAs,
  control,
}) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await createLiveChannel(juno, control, ["twitch"]);
  const { id } = await makeCommand(juno, channelId, "!deaths", "The fox has died 7 times");
  await page.goto(`/channels/${channelId}/chat-commands/${id}`);
  const level = editor(page).getByRole("combobox", { name: "Who can use it" });
  await expect(level.getByRole("option")).toHaveText(LEVELS);
  await editor(page).getByRole("spinbutton", { name: "Global cooldown" }).fill("300");
  await page.keyboard.press("Control+s");
  await expect(editor(page).getByText("Unsaved changes")).toHaveCount(0);
  await openFromSidebar(page, "Chat");
  await sendMessage(control, "twitch", "!deaths please", { viewer: "marekfixes" });
  await expect(chatRow(page, "The fox has died 7 times")).toHaveCount(1);
  await sendMessage(control, "twitch", "!deaths again", { viewer: "odalys_" });
  await expect(chatRow(page, "!deaths again")).toBeVisible();
  const skipped = await why(page, "!deaths again");
  const reason = skipped.getByRole("listitem").filter({ hasText: "!deaths" });
  await expect(reason).toContainText(/Did not respond.*cooldown.*\d+ s/is);
  await expect(reason).toContainText("Would have responded: “The fox has died 7 times”");
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "why-command");
  await page.keyboard.press("Escape");
  const answered = await why(page, "!deaths please");
  await expect(answered.getByRole("listitem").filter({ hasText: "!deaths" })).toContainText(
    /Responded.*“The fox has died 7 times”/s,
  );
  await page.keyboard.press("Escape");

  await openFromSidebar(page, "Chat Commands");
  await listRow(page, "!deaths").getByRole("link").click();
  await level.selectOption("Owner");
  await expect(editor(page).getByText("kestrel_ can't use this command")).toBeVisible();
  await editor(page)
    .getByRole("button", { name: /^Test as/ })
    .click();
  await page.getByRole("radio", { name: "Owner" }).check();
  await expect(editor(page).getByText("kestrel_ can't use this command")).toHaveCount(0);
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "command-asker");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+s");
  await expect(editor(page).getByText("Unsaved changes")).toHaveCount(0);
  await openFromSidebar(page, "Chat");
  await sendMessage(control, "twitch", "!deaths once more", { viewer: "odalys_" });
  await expect(chatRow(page, "!deaths once more")).toBeVisible();
  const refused = await why(page, "!deaths once more");
  await expect(refused.getByRole("listitem").filter({ hasText: "!deaths" })).toContainText(/Did not respond.*Owner/s);
});

async function leaveUnsaved({ page, juno, channelId }: Setup) {
  await makeCommand(juno, channelId, "!discord", "discord.example/juniper");
  await listRow(page, "!discord").getByRole("link").click();
  await response(page).fill("discord.example/night");
  await expect(editor(page).getByText("Unsaved changes")).toBeVisible();
  await listRow(page, "!uptime").getByRole("link").click();
  const question = page.getByRole("dialog", { name: "Discard unsaved changes?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(response(page)).toHaveValue("discord.example/night");
  await page.keyboard.press("Control+s");
  await expect(listRow(page, "!discord")).toContainText("discord.example/night");
  await expect(editor(page).getByText("Unsaved changes")).toHaveCount(0);
  await response(page).fill("something else");
  await editor(page).getByRole("button", { name: "Discard" }).click();
  await expect(response(page)).toHaveValue("discord.example/night");
  await response(page).fill("lost on purpose");
  await editor(page).getByRole("button", { name: "Close" }).click();
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(page).toHaveURL(`/channels/${channelId}/chat-commands`);
}

async function fixError({ page }: Setup) {
  await page.getByRole("button", { name: "New command" }).click();
  await editor(page).getByRole("textbox", { name: "Command" }).fill("!oops");
  await editor(page).getByRole("textbox", { name: "Command" }).press("Enter");
  await response(page).fill("🦊🦊 hi $(gmae) and $(user");
  await expect(response(page)).toHaveAttribute("aria-invalid", "true");
  const marks = editor(page).locator("[data-problem=error]");
  await expect(marks.first()).toHaveText("gmae");
  await expect(marks.last()).toHaveText("$(");
  await expect(response(page)).toHaveAccessibleDescription(/gmae/);
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "command-problems");
  await editor(page).getByRole("button", { name: /gmae/ }).click();
  expect(await page.evaluate(() => window.getSelection()?.toString())).toBe("gmae");
  const refused = page.waitForResponse(
    (response) => response.request().method() === "POST" && response.status() === 422,
  );
  await editor(page).getByRole("button", { name: "Save" }).click();
  await refused;
  await expect(editor(page).getByRole("alert")).toContainText("Couldn't save");
  await response(page).fill("hi $(user)");
  await expect(response(page)).toHaveAttribute("aria-invalid", "false");
  await expect(editor(page).getByRole("alert")).toHaveCount(0);
  await page.keyboard.press("Control+s");
  await expect(page).toHaveURL(/\/chat-commands\/[0-9a-f-]{36}$/);
}

async function avoidTakenName({ page, juno, channelId }: Setup) {
  await deleteDefaults(juno, channelId);
  await juno.post(`/channels/${channelId}/commands`, { cmds: ["!game", "!playing"], responses: [{ text: "Tunic" }] });
  await expect(listRow(page, "!game")).toBeVisible();
  await page.getByRole("button", { name: "New command" }).click();
  await expect(response(page)).toHaveValue("");
  const names = editor(page).getByRole("textbox", { name: "Command" });
  await names.fill("!PLAYING !now");
  await names.press("Enter");
  await expect(editor(page).getByText("!PLAYING already exists (!game)")).toBeVisible();
  await editor(page).getByRole("button", { name: "Remove !PLAYING" }).click();
  await expect(editor(page).getByText("!PLAYING already exists (!game)")).toHaveCount(0);
  await response(page).fill("Now");
  await page.keyboard.press("Control+s");
  await expect(listRow(page, "!now")).toBeVisible();
  await expect(
    page.getByRole("heading", { name: "Chat Commands" }).locator("xpath=following-sibling::span[1]"),
  ).toHaveText("4");
}

async function typeResponses({ page, juno, channelId }: Setup) {
  const { keyboard } = page;
  await page.getByRole("button", { name: "New command" }).focus();
  await keyboard.press("Enter");
  await expect(response(page)).toHaveValue("");
  await editor(page).getByRole("textbox", { name: "Command" }).focus();
  await keyboard.type("!see\n!seethem\n");
  await editor(page).getByRole("button", { name: "Add response" }).focus();
  await keyboard.press("Enter");
  const second = editor(page).getByRole("textbox", { name: "Response 2", exact: true });
  await editor(page).getByRole("textbox", { name: "Response 1", exact: true }).focus();
  await keyboard.type("Go and see $(touser");
  await keyboard.press("Backspace");
  await expect(page.getByRole("listbox", { name: "Variables" })).toBeVisible();
  await keyboard.press("Escape");
  await expect(page.getByRole("listbox", { name: "Variables" })).toHaveCount(0);
  await keyboard.type("r)");
  await second.focus();
  await keyboard.type("$(rand");
  await keyboard.press("ArrowDown");
  await keyboard.press("ArrowUp");
  await keyboard.press("Tab");
  await keyboard.type("1-6");
  await expect(second).toHaveValue("$(random 1-6)");
  await editor(page).getByRole("radio", { name: "First match" }).focus();
  await keyboard.press("ArrowRight");
  await expect(editor(page).getByRole("radio", { name: "Random" })).toBeChecked();
  await editor(page).getByRole("textbox", { name: "Weight of response 2" }).fill("3");
  const platforms = editor(page).getByRole("button", { name: /^Platforms of response 2/ });
  await platforms.focus();
  await keyboard.press("Enter");
  await page.getByRole("menuitemcheckbox", { name: "Kick" }).focus();
  await keyboard.press("Enter");
  await keyboard.press("Escape");
  await expect(platforms).toContainText("Only Twitch and YouTube");
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "command-answers");
  await keyboard.press("Control+s");
  await expect(page).toHaveURL(/\/chat-commands\/[0-9a-f-]{36}$/);
  expect(await juno.get(`/channels/${channelId}/commands/${page.url().split("/").at(-1)}`)).toMatchObject({
    cmds: ["!see", "!seethem"],
    responses: [
      { text: "Go and see $(touser)", providers: [], weight: 1 },
      { text: "$(random 1-6)", providers: ["twitch", "youtube"], weight: 3 },
    ],
    pick: "random",
  });
}

async function setAdvanced({ page, juno, channelId }: Setup) {
  const { id } = await makeCommand(juno, channelId, "!next", "On Tuesday");
  await listRow(page, "!next").getByRole("link").click();
  await expect(response(page)).toHaveValue("On Tuesday");
  await editor(page)
    .getByRole("button", { name: /^Advanced/ })
    .click();
  await editor(page).getByRole("button", { name: "Add keyword" }).click();
  const keyword = editor(page).getByRole("textbox", { name: "Keyword 1" });
  await keyword.fill("broken(");
  await editor(page).getByRole("combobox", { name: "Type of keyword 1" }).selectOption("Regex");
  // The longest group without a line break must not widen the screen.
  const group = "W".repeat(50);
  await editor(page).getByRole("combobox", { name: "Group" }).fill(group);
  await editor(page)
    .getByRole("switch", { name: /^Show on the public page/ })
    .uncheck();
  await editor(page).getByRole("button", { name: "YouTube" }).click();
  await page.keyboard.press("Control+s");
  await expect(keyword).toHaveAccessibleDescription(/missing \)/);
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "command-advanced");
  await keyword.fill("when.*next stream");
  await page.keyboard.press("Control+s");
  await expect(editor(page).getByText("Unsaved changes")).toHaveCount(0);
  expect(await juno.get(`/channels/${channelId}/commands/${id}`)).toMatchObject({
    patterns: [{ kind: "regex", text: "when.*next stream" }],
    providers: ["twitch", "kick"],
    group,
    public: false,
  });
  await editor(page).getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Group", exact: true }).click();
  await page.getByRole("menuitemradio", { name: group }).click();
  await expect(page.getByRole("button", { name: group })).toBeVisible();
  await expectNoSidewaysScroll(page, "commands-long-group");
}

test("commands are edited one after another: unsaved changes, errors, taken names, several responses, keywords", async ({
  page,
  openAs,
}) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await juno.createChannel("Night Shift");
  const setup = { page, juno, channelId };
  await page.goto(`/channels/${channelId}/chat-commands`);
  await test.step("leaving with unsaved changes asks for confirmation, and Ctrl+S saves them [R2]", () =>
    leaveUnsaved(setup));
  await test.step("an error is shown under the text at its position, and the save is rejected [P6 V3]", () =>
    fixError(setup));
  await test.step("a taken name is shown before saving, with the command that has it [P6]", () =>
    avoidTakenName(setup));
  await test.step("a command with several responses is created by keyboard alone [P6]", () => typeResponses(setup));
  await test.step("keywords, group and public page are set under Advanced, and an invalid regex is shown at its line [P6 V3]", () =>
    setAdvanced(setup));
});

test("a save asks before it overwrites the changes of someone else", async ({ page, openAs, openSession }) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await juno.createChannel("Night Shift");
  const hana = await openSession("hanamori");
  await invite(juno, channelId, hana, 100);
  const { id } = await makeCommand(juno, channelId, "!rules", "Be nice");
  const address = `/channels/${channelId}/commands/${id}`;
  const stored = async () => (await juno.get<{ responses: { text: string }[] }>(address)).responses[0]?.text;
  const save = (text: string) => hana.put(address, { cmds: ["!rules"], responses: [{ text }] });
  await page.goto(`/channels/${channelId}/chat-commands/${id}`);
  await response(page).fill("Mine");
  // The switch in the list causes no conflict.
  await page.getByRole("switch", { name: "!rules is on" }).click();
  await expect.poll(async () => (await juno.get<{ enabled: boolean }>(address)).enabled).toBe(false);
  await save("Theirs");
  const conflict = editor(page).getByRole("alert");
  await expect(conflict).toContainText(/^花森ハナ changed this command while you were editing it/);
  await expect(response(page)).toHaveValue("Mine");
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "command-conflict");
  const refused = page.waitForResponse((response) => response.request().method() === "PUT");
  await editor(page).getByRole("button", { name: "Save", exact: true }).click();
  expect((await refused).status()).toBe(409);
  expect(await stored()).toBe("Theirs");
  await conflict.getByRole("button", { name: "Reload" }).click();
  await expect(response(page)).toHaveValue("Theirs");
  await response(page).fill("Mine after all");
  await save("Theirs again");
  await conflict.getByRole("button", { name: "Overwrite" }).click();
  await expect(conflict).toHaveCount(0);
  await expect.poll(stored).toBe("Mine after all");
});

test("the default commands are deleted together, and the command settings are saved [P6]", async ({ page, openAs }) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await juno.createChannel("Night Shift");
  const { keyboard } = page;
  await page.goto(`/channels/${channelId}/chat-commands`);
  await expect(listRow(page, "!uptime")).toBeVisible();
  await page.getByRole("button", { name: "More actions" }).focus();
  await keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Delete default commands" })).toBeFocused();
  await keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).focus();
  await keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "No commands yet" })).toBeVisible();
  await expect(page.getByRole("button", { name: "More actions" })).toBeFocused();
  await page.getByRole("radio", { name: "Editors" }).focus();
  await keyboard.press("ArrowRight");
  await page.getByRole("combobox", { name: "Ignore commands older than" }).selectOption("30 s");
  const stored = () => juno.get(`/channels/${channelId}/command-settings`);
  await expect.poll(stored).toMatchObject({ chat_management: "mods", answer_within: 30 });
  await expect(page.getByRole("radio", { name: "Mods" })).toBeChecked();
  await expect(page.getByRole("link", { name: "Public page" })).toHaveAttribute("href", `/c/${channelId}/commands`);
  await expect(page.getByRole("heading", { name: "No commands yet" })).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "commands-empty");
  await expect(page.getByRole("button", { name: "Import commands" })).toBeVisible();
});
