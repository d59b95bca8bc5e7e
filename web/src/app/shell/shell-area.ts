/** The shell of the page at a path, for pages of signed-in users; null if the page has no shell. */
export function areaOf(pathname: string): "home" | "channel" | "admin" | null {
  if (/^\/((user|channel)-provider-connected\/?$|(popout|watch)\/)/.test(pathname)) return null;
  if (/^\/channels\/[^/]+/.test(pathname)) return "channel";
  return /^\/admin(\/|$)/.test(pathname) ? "admin" : "home";
}
