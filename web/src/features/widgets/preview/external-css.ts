const ESCAPE = /\\(?:([0-9a-f]{1,6})(?:\r\n|\s)?|(.))/gis;
// Rules and functions other than url() that may load a resource, and @namespace, which the server rejects too.
const LOADING = /@import|@namespace|image-set\(|(?<![\w-])(?:image|src)\(/;
const URL_CALL = /url\(\s*(['"]?)(.*?)\1\s*\)/gs;
const ALLOWED = /^(?:\/media\/[a-z0-9-]{1,64}|data:image\/(?:png|jpeg|gif|webp|avif);base64,[a-z0-9+/=]*)$/;
const MAX_CODE = 0x10ffff;

/** Whether CSS could load an external resource; the server rejects such CSS. */
export function loadsExternal(css: string): boolean {
  // CSS is normalised as browsers parse it: escapes are resolved, letters are in lower case.
  const read = css
    .replace(ESCAPE, resolveEscape)
    .toLowerCase()
    .replace(/\s+(?=\()/g, "");
  if (LOADING.test(read)) return true;
  const allowed = [...read.matchAll(URL_CALL)].filter(([, , address = ""]) => ALLOWED.test(address));
  return read.split("url(").length - 1 !== allowed.length;
}

function resolveEscape(_: string, code: string | undefined, character: string): string {
  if (code === undefined) return character;
  return String.fromCodePoint(Math.min(Number.parseInt(code, 16), MAX_CODE));
}
