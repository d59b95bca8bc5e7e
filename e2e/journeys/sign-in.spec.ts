import { consentAs, expect, type Page, test } from "../fixtures.ts";
import { expectNoAxeViolations, expectNoSidewaysScroll } from "../harness/screens.ts";
import { Session } from "../harness/session.ts";

type Setup = { page: Page };

const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem("greenroom.token"));

async function signInFromPage({ page }: Setup) {
  await page.goto("/channels?name=night");
  await expect(page).toHaveURL("/sign-in?next=%2Fchannels%3Fname%3Dnight");
  await page.getByRole("button", { name: "Sign in with Twitch" }).click();
  await consentAs(page, "junoplays");
  await expect(page).toHaveURL("/channels?name=night");
}

async function signOut({ page }: Setup) {
  const token = await storedToken(page);
  await page.getByRole("button", { name: /^Account menu: / }).click();
  await page.getByRole("menuitem", { name: "Settings" }).click();
  const settings = page.getByRole("dialog", { name: "Settings" });
  await expect(settings).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(settings).toBeHidden();
  await page.getByRole("button", { name: "Account menu: JunoPlays" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/sign-in");
  expect(await storedToken(page)).toBeNull();
  // The screen does not wait for the server to end the session.
  const headers = { authorization: `Bearer ${token}` };
  await expect.poll(async () => (await page.request.get("/api/2/user", { headers })).status()).toBe(401);
}

test("a user signs in and signs out", async ({ page, signedIn }) => {
  // The user signs in through the screens; this entry makes the fixture delete the user afterwards.
  signedIn.set("junoplays", undefined);
  const urls: string[] = [];
  page.on("request", (request) => urls.push(request.url()));
  const userRequest = page.waitForRequest(
    (request) => request.url().endsWith("/api/2/user") && request.method() === "GET",
  );
  const setup = { page };
  await test.step("a signed-out user is led to sign-in and then to the requested page [P1 R1 R5 X1]", () =>
    signInFromPage(setup));
  await test.step("the token is kept in local storage and sent as Bearer, never in a URL [T1]", async () => {
    const token = await storedToken(page);
    expect(token).toMatch(/^\S{40,}$/);
    expect((await userRequest).headers()["authorization"]).toBe(`Bearer ${token}`);
    expect(urls.filter((url) => url.includes(String(token)))).toEqual([]);
  });
  await test.step("the user menu opens Settings and signs out, which clears the stored session [U1]", () =>
    signOut(setup));
});

test("the splash screen is painted with only the HTML of the page, which is less than 15 kB", async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/**", async (route) => {
    await held;
    await route.continue();
  });
  const document = await page.goto("/sign-in", { waitUntil: "commit" });
  const splash = page.getByText("Loading Greenroom");
  await expect(splash).toBeVisible();
  // Chromium reports a first paint only if nothing blocks it.
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  expect((await document?.body())?.length).toBeLessThan(15_000);
  release();
  await expect(page.getByRole("button", { name: "Sign in with Twitch" })).toBeVisible();
  await expect(splash).toBeHidden();
  // The common styles come first, because the styles of screens override them.
  const [first] = await page.evaluate(() => [...window.document.styleSheets].flatMap(({ href }) => href ?? []));
  expect(first).toContain("/assets/index-");
});

async function openRoot({ page }: Setup) {
  const calls: string[] = [];
  page.on("request", (request) => calls.push(new URL(request.url()).pathname));
  await page.goto("/", { waitUntil: "networkidle" });
  await expect(page).toHaveURL("/sign-in");
  expect(calls.filter((path) => path.startsWith("/api/"))).toEqual([]);
}

async function showSignIn({ page }: Setup) {
  await expect(page.getByRole("button", { name: /^Sign in with / })).toHaveText([
    "Sign in with Twitch",
    "Sign in with YouTube",
    "Sign in with Kick",
  ]);
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  const [background, text] = await page.evaluate(() => {
    const style = getComputedStyle(document.body);
    return [style.backgroundColor, style.color];
  });
  expect(background).toBe("rgb(13, 16, 18)");
  expect(text).toBe("rgb(232, 236, 238)");
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "sign-in");
}

async function refuseConsent({ page }: Setup) {
  await page.getByRole("button", { name: "Sign in with Twitch" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL(/\/oauth\/twitch/);
  await expect(page.getByRole("alert").getByRole("link", { name: "Try again" })).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page, "oauth-refused");
}

test("the root page leads to the sign-in page", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  const setup = { page };
  await test.step("the root page leads to sign-in without a return path and without API calls [X1 T1 A1]", () =>
    openRoot(setup));
  await test.step("the sign-in page is dark on a light system too, accessible, and shows each platform with sign-in [O3 P1 P10]", () =>
    showSignIn(setup));
  await test.step("a refused consent says so and offers another try [R5]", () => refuseConsent(setup));
});

test("users sign in with YouTube and with Kick, are not led to another site by the parameter `next`, and are the same user at the next sign-in [P1 P10 R5]", async ({
  page,
  installation,
}) => {
  for (const name of ["YouTube", "Kick"]) {
    await page.goto("/sign-in?next=%2F%2Fexample.invalid%2F");
    await page.getByRole("button", { name: `Sign in with ${name}` }).click();
    await consentAs(page, "marekfixes");
    await expect(page).not.toHaveURL(/\/(sign-in|oauth)/);
    expect(new URL(page.url()).origin).toBe(installation.url);
    const headers = { authorization: `Bearer ${await storedToken(page)}` };
    // A page without the web app, which would find the user deleted and navigate.
    await page.goto("/health");
    const user = await (await page.request.get("/api/2/user", { headers })).json();
    const again = await Session.open(installation.url, "marekfixes", name.toLowerCase());
    expect(await again.get("/user")).toMatchObject({ id: user.id });
    const deleted = await page.request.delete(`/api/2/user?username=${user.username}`, { headers });
    expect(deleted.status()).toBe(204);
    await page.evaluate(() => localStorage.clear());
  }
});

test("an invite-only server admits new users only by invitation link [P2 X1]", async ({ page, startInstallation }) => {
  const { url } = await startInstallation({ GREENROOM_SIGN_UP: "invited" });
  const owner = await Session.open(url, "junoplays");
  const channelId = await owner.createChannel("Night Shift");
  const invite = await owner.post<{ link: string }>(`/channels/${channelId}/invites`, { level: 100 });

  await page.goto(`${url}/sign-in`);
  await page.getByRole("button", { name: "Sign in with Twitch" }).click();
  await consentAs(page, "hanamori");
  await expect(page.getByRole("heading", { name: "You need an invitation" })).toBeVisible();
  await expect(page.getByText("This Greenroom is invite-only. Ask for an invitation link.")).toBeVisible();
  await expectNoAxeViolations(page);

  await page.goto(invite.link);
  await expect(page.getByText("You're invited.", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "Sign in with Twitch" }).click();
  // The platform has stored the consent and does not ask again.
  await expect(page).toHaveURL(new RegExp(`^${url}/channels/${channelId}`));
});
