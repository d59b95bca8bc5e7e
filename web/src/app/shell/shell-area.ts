/** The shell of a path; null for pages without one. */
export function areaOf(pathname: string): "home" | "channel" | "admin" | null {
  if (/^\/((user|channel)-provider-connected\/?$|(popout|watch)\/)/.test(pathname)) return null;
  if (/^\/channels\/[^/]+/.test(pathname)) return "channel";
  return /^\/admin(\/|$)/.test(pathname) ? "admin" : "home";
}
