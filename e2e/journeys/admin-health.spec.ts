import { expect, test } from "../fixtures.ts";
import { expectNoAxeViolations, expectNoSidewaysScroll, expectTouchTargets } from "../harness/screens.ts";

test("an operator solves a problem on the health page [S4 A7]", async ({ page, openAs, openSession, installation }) => {
  await openSession("junoplays");
  await installation.grantOperator("junoplays");
  await openAs(page, "junoplays", "/admin");
  await page
    .getByRole("navigation", { name: "Admin" })
    .getByRole("link", { name: /^Health/ })
    .click();
  await expect(page).toHaveURL("/admin/health");

  const problems = page.getByRole("list", { name: "Problems" });
  const backup = problems.getByRole("listitem").filter({ hasText: "There is no backup yet." });
  await expect(backup.getByText("Fix: Run greenroom backup on the server")).toBeVisible();
  await expect(page.getByRole("list", { name: "In order" }).getByText("Twitch app")).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "admin-health");
  await expectTouchTargets(page);

  await backup.getByRole("button", { name: "Back up now" }).click();
  const job = page.getByRole("row", { name: /^Backup/ });
  await expect(job.getByText("Done")).toBeVisible();
  await page.getByRole("button", { name: "Check again" }).click();
  await expect(backup).toHaveCount(0);

  const sweep = page.getByRole("row", { name: /^Delete expired/ });
  await sweep.getByRole("button", { name: "Run now: Delete expired sign-ins" }).click();
  await expect(sweep.getByText("Done")).toBeVisible();
});
