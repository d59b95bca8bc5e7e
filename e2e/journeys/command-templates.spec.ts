import { expect, type Page, test } from "../fixtures.ts";
import { createLiveChannel, sendMessage, storedLines } from "../harness/chat-room.ts";
import { listRow as commandRow } from "../harness/commands.ts";
import { expectNoAxeViolations, expectNoSidewaysScroll, navigateInApp } from "../harness/screens.ts";
import type { Session } from "../harness/session.ts";

const sheet = (page: Page) => page.getByRole("region", { name: /^Template / });
const row = (page: Page, title: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("link", { name: title }) });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Import from a template" });

type TemplateCommand = { cmds: string[]; text: string };

const makeTemplate = (operator: Session, title: string, commands: TemplateCommand[]) =>
  operator.post<{ id: string }>("/admin/command-templates", {
    title,
    description: "What most channels need",
    commands: commands.map(({ cmds, text }) => ({
      cmds,
      responses: [{ text }],
      chatter_cooldown: 0,
      global_cooldown: 0,
    })),
  });

async function deleteTemplates(operator: Session) {
  const { records } = await operator.get<{ records: { id: string }[] }>("/admin/command-templates");
  for (const { id } of records) await operator.delete(`/admin/command-templates/${id}`);
}

test("an operator creates, edits and deletes a template [R4]", async ({ page, openAs, openSession, installation }) => {
  await openSession("junoplays");
  await installation.grantOperator("junoplays");
  const juno = await openAs(page, "junoplays", "/admin");
  await deleteTemplates(juno);
  await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "Command Templates" }).click();
  await expect(page).toHaveURL("/admin/command-templates");
  await expect(page.getByText("No templates yet")).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "command-templates-empty");
  await page.getByRole("link", { name: "Create template" }).click();
  await sheet(page).getByRole("textbox", { name: "Title" }).fill("Basics");
  await sheet(page).getByRole("textbox", { name: "Command", exact: true }).fill("!discord !dc");
  await sheet(page).getByRole("textbox", { name: "Command", exact: true }).press("Enter");
  await sheet(page).getByRole("textbox", { name: "Response", exact: true }).fill("Join us, $(usr)");
  await sheet(page).getByRole("button", { name: "Save" }).click();
  // An unknown variable is rejected at its position.
  await expect(sheet(page).getByRole("textbox", { name: "Response", exact: true })).toHaveAccessibleDescription(/usr/);
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "command-template-problem");
  await sheet(page).getByRole("textbox", { name: "Response", exact: true }).fill("Join us, $(user)");
  await page.keyboard.press("Control+s");
  await expect(page).toHaveURL(/\/admin\/command-templates\/[0-9a-f-]{36}$/);
  await expect(row(page, "Basics")).toContainText("1 command");

  await page.reload();
  await sheet(page).getByRole("button", { name: "Add command" }).click();
  await sheet(page).getByRole("textbox", { name: "Command", exact: true }).fill("!lurk");
  await sheet(page).getByRole("textbox", { name: "Command", exact: true }).press("Enter");
  await sheet(page).getByRole("textbox", { name: "Response", exact: true }).fill("$(user) settles into the back row");
  await sheet(page).getByRole("button", { name: "Close" }).click();
  await page.getByRole("dialog", { name: "Discard unsaved changes?" }).getByRole("button", { name: "Cancel" }).click();
  await page.keyboard.press("Control+s");
  await expect(row(page, "Basics")).toContainText("2 commands");
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "command-template");
  await page.getByRole("searchbox", { name: "Search templates and commands" }).fill("back row");
  await expect(row(page, "Basics")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search templates and commands" }).fill("nothing like it");
  await expect(page.getByText("No templates found")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search templates and commands" }).fill("");

  await sheet(page).getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("dialog", { name: "Delete Basics?" }).getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL("/admin/command-templates");
  await expect(page.getByText("No templates yet")).toBeVisible();
  await navigateInApp(page, "/admin/command-templates/00000000-0000-7000-8000-000000000000");
  await expect(page.getByText("This template doesn't exist")).toBeVisible();
});

test("a channel imports two commands of a template, one of them renamed, and both respond in chat [P6 R4]", async ({
  page,
  openAs,
  openSession,
  installation,
  control,
}) => {
  const hana = await openSession("hanamori");
  await installation.grantOperator("hanamori");
  await deleteTemplates(hana);
  await makeTemplate(hana, "Basics", [
    { cmds: ["!uptime"], text: "Since the sun went down, $(user)" },
    { cmds: ["!harbour", "!dock"], text: "Meet us at the harbour, $(user)" },
    { cmds: ["!never"], text: "Not wanted" },
  ]);
  const juno = await openAs(page, "junoplays");
  const channelId = await createLiveChannel(juno, control, ["twitch"]);
  await page.goto(`/channels/${channelId}/chat-commands`);
  await page.getByRole("button", { name: "Import" }).click();
  await page.getByRole("menuitem", { name: /From a template/ }).click();
  await expect(dialog(page).getByRole("button", { name: /Basics/ })).toContainText("3 commands");
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "template-choice");
  await dialog(page)
    .getByRole("button", { name: /Basics/ })
    .click();
  await dialog(page).getByRole("checkbox", { name: "!never" }).uncheck();
  await dialog(page).getByRole("button", { name: "Preview !harbour" }).click();
  await expect(dialog(page).getByRole("list", { name: "Preview" })).toContainText("Meet us at the harbour, kestrel_");
  await expect(dialog(page)).toContainText("!uptime already exists");
  await expect(dialog(page).getByRole("button", { name: "Import 1 command" })).toBeVisible();
  await dialog(page).getByRole("combobox", { name: "If !uptime already exists" }).selectOption("rename");
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "template-import");
  await dialog(page).getByRole("button", { name: "Import 2 commands" }).click();
  await expect(dialog(page).getByRole("status")).toHaveText("1 added, 1 renamed");
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "template-imported");
  const renamed = await dialog(page).getByRole("listitem").first().locator("bdi").first().textContent();
  expect(renamed).not.toBe("!uptime");
  await dialog(page).getByRole("button", { name: "Done" }).click();
  await expect(commandRow(page, "!harbour")).toBeVisible();

  await sendMessage(control, "twitch", "!dock", { viewer: "marekfixes" });
  await sendMessage(control, "twitch", renamed ?? "", { viewer: "marekfixes" });
  const chatTexts = async () => (await storedLines(juno, channelId)).map(({ line }) => line.text).join("\n");
  await expect.poll(chatTexts).toMatch(/Meet us at the harbour, marekfixes/i);
  await expect.poll(chatTexts).toMatch(/Since the sun went down, marekfixes/i);
  await deleteTemplates(hana);
});
