import { expect, type Page, test } from "../fixtures.ts";
import { listRow as commandRow } from "../harness/commands.ts";
import { nightbotExport } from "../harness/nightbot-export.ts";
import { expectNoAxeViolations, expectNoSidewaysScroll } from "../harness/screens.ts";

const review = (page: Page) => page.getByRole("region", { name: "Review" });
const content = (page: Page) => page.getByRole("textbox", { name: "Paste your commands" });
/** The row of the review that imports the command or timer of this name. */
const row = (page: Page, name: string) =>
  review(page)
    .getByRole("listitem")
    .filter({ has: page.getByRole("checkbox", { name: `Import ${name}`, exact: true }) });

async function search(page: Page, words: string) {
  await review(page).getByRole("searchbox", { name: "Search name or text" }).fill(words);
}

/** Replaces a variable that only the other bot supports. */
async function fixWeather(page: Page) {
  const weather = row(page, "!weather");
  await expect(weather).toContainText("isn't supported");
  await expect(weather.getByRole("checkbox")).not.toBeChecked();
  await weather.getByRole("button", { name: "Edit !weather" }).click();
  const text = weather.getByRole("textbox", { name: "Text of !weather" });
  await text.fill("Rain, $(usr");
  await expect(text).toHaveAttribute("aria-invalid", "true");
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "import-cannot");
  await text.fill("Rain, $(user), always rain");
  await expect(text).toHaveAttribute("aria-invalid", "false");
  await expect(weather.getByRole("checkbox")).toBeChecked();
}

test("a hundred Nightbot commands are reviewed, one renamed, one edited, and imported [P6]", async ({
  page,
  openAs,
}) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await juno.createChannel("Night Shift");
  await page.goto(`/channels/${channelId}/chat-commands`);
  await page.getByRole("button", { name: "Import" }).click();
  await page.getByRole("menuitem", { name: /From another bot/ }).click();
  await expect(page).toHaveURL(`/channels/${channelId}/chat-commands/import`);
  await expect(page.getByRole("radio", { name: "Nightbot" })).toBeFocused();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "import-source");
  const file = { name: "nightbot.json", mimeType: "application/json", buffer: Buffer.from(nightbotExport()) };
  await page.locator("input[type=file]").setInputFiles(file);
  await expect(content(page)).toHaveValue(/!discord/);
  await page.getByRole("button", { name: "Review" }).click();

  // The alias was merged into its command.
  await expect(review(page).getByRole("radio", { name: /^All 101$/ })).toBeChecked();
  await expect(row(page, "!discord")).toContainText("Ready");
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "import-review");
  await search(page, "sold out");
  await expect(row(page, "!merch")).toContainText("!shop");

  await search(page, "!uptime");
  await expect(row(page, "!uptime")).toContainText("!uptime already exists");
  await row(page, "!uptime").getByRole("combobox", { name: "If !uptime already exists" }).selectOption("rename");
  await search(page, "");
  await review(page)
    .getByRole("radio", { name: /^Needs editing \d/ })
    .check();
  await fixWeather(page);
  await review(page)
    .getByRole("radio", { name: /^All 101$/ })
    .check();
  const send = review(page).getByRole("button", { name: /^Import \d+ of 101$/ });
  await expect(send).toHaveText("Import 99 of 101");
  await send.click();
  await expect(review(page).getByRole("status")).toContainText("98 added, 1 renamed");
  await expect(page.getByRole("link", { name: "View commands" })).toBeFocused();
  await expect(row(page, "!discord")).toContainText("Added");
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "import-result");
  await search(page, "!uptime");
  await expect(row(page, "!uptime")).toContainText("Renamed");

  await page.getByRole("link", { name: "All commands" }).click();
  await page.getByRole("searchbox", { name: "Search commands and responses" }).fill("!weather");
  await expect(commandRow(page, "!weather")).toContainText("Rain, $(user), always rain");
});

test("a failed import stays in the review with its reason and can be fixed there [P6 X2]", async ({ page, openAs }) => {
  const juno = await openAs(page, "junoplays");
  const channelId = await juno.createChannel("Night Shift");
  await page.goto(`/channels/${channelId}/chat-commands/import`);
  await content(page).fill("this is no list of anything");
  await page.getByRole("button", { name: "Review" }).click();
  await expect(page.getByRole("alert")).toContainText("contains no Nightbot commands, timers or quotes");
  await expect(content(page)).toHaveAttribute("aria-invalid", "true");
  await expectNoAxeViolations(page);
  await content(page).fill("!lunch Soup\n!lunch Bread\n!rain $(weather Berlin)");
  await page.getByRole("button", { name: "Review" }).click();
  await expect(review(page).getByRole("radio", { name: "All 3" })).toBeChecked();
  await page.route("**/imports", (route) =>
    route.fulfill({ status: 503, json: { type: "unavailable", message: "The database does not answer." } }),
  );
  await review(page).getByRole("button", { name: "Import 1 of 3" }).click();
  await expect(review(page).getByRole("alert")).toHaveText("The database does not answer.");
  await page.unroute("**/imports");

  // Leaving asks for confirmation, because the decisions would be lost.
  await page.getByRole("link", { name: "All commands" }).click();
  await page.getByRole("dialog", { name: "Discard unsaved changes?" }).getByRole("button", { name: "Cancel" }).click();
  await review(page).getByRole("button", { name: "Import 1 of 3" }).click();
  await expect(review(page).getByRole("status")).toContainText("1 added");
  await review(page).getByRole("radio", { name: "Replace" }).check();
  await review(page).getByRole("button", { name: "Import 1 of 3" }).click();
  await expect(review(page).getByRole("status")).toContainText("1 added, 1 replaced");
  const { records } = await juno.get<{ records: { responses: { text: string }[] }[] }>(
    `/channels/${channelId}/commands?q=!lunch`,
  );
  expect(records.map(({ responses }) => responses[0]?.text)).toEqual(["Bread"]);
  await page.getByRole("link", { name: "All commands" }).click();
  await expect(page).toHaveURL(`/channels/${channelId}/chat-commands`);
});
