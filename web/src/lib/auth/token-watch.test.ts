import { expect, test } from "vitest";
import { TOKEN_KEY } from "./token";
import { afterTokenChange } from "./token-watch";

const changed = (newValue: string | null, key: string | null = TOKEN_KEY) => ({ key, newValue });

test("a sign-in as another user in another tab reloads this page", () => {
  expect(afterTokenChange(changed("other"), "/channels/7/providers")).toBe("reload");
  expect(afterTokenChange(changed("other"), "/sign-in")).toBe("reload");
});

test("a sign-out in another tab leads to sign-in, and leaves public pages alone", () => {
  expect(afterTokenChange(changed(null), "/channels")).toBe("sign-in");
  expect(afterTokenChange(changed(null, null), "/channels")).toBe("sign-in");
  expect(afterTokenChange(changed(null), "/sign-in")).toBe("stay");
});

test("the page /oauth/…, to which a platform redirects, stays when another tab signs in", () => {
  expect(afterTokenChange(changed("other"), "/oauth/twitch")).toBe("stay");
});

test("the watch page stays when another tab signs in", () => {
  expect(afterTokenChange(changed("other"), "/watch/twitch/junoplays")).toBe("stay");
});

test("other storage keys are ignored", () => {
  expect(afterTokenChange(changed("true", "greenroom.sidebar-collapsed"), "/channels")).toBe("stay");
});
