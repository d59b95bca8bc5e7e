import { describe, expect, it } from "vitest";
import { loadsExternal } from "./external-css";

describe("custom CSS", () => {
  it.each([
    "",
    ".chat-line { color: #fff; scroll-behavior: smooth }",
    ".alert { background: url(/media/0192f0a0-1c2d-7e3f-8a4b-5c6d7e8f9a0b) }",
    ".alert { background: URL( '/media/abc' ), url(\"data:image/png;base64,iVBORw0KGgo=\") }",
    '.goal::before { content: "\\2764  reached \\ffffff" }',
  ])("with uploaded media and embedded pictures is allowed: %s", (css) => expect(loadsExternal(css)).toBe(false));

  it.each([
    "@\\69mport 'https://evil.example/x.css';",
    ".a { background: url(https://evil.example/?x) }",
    ".a { background: URL( 'https://evil.example/?x' ) }",
    ".a { background: u\\72l(https://evil.example/?x) }",
    ".a { background: \\75\r\nrl(https://evil.example/?x) }",
    ".a { background: \\000075rl('//evil.example') }",
    ".a { background: url(https://evil.example/?x",
    ".a { background: url('/media/abc'), url(//evil.example) }",
    ".a { background: url(/media/abc?x=https://evil.example) }",
    ".a { background: -webkit-image-set('https://evil.example/x.png' 1x) }",
    ".a { background: image('https://evil.example/x.png') }",
    "@font-face { font-family: x; src: src('https://evil.example/x.woff') }",
  ])("with an external resource is rejected: %s", (css) => expect(loadsExternal(css)).toBe(true));
});
