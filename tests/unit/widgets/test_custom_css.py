"""Custom CSS loads nothing but uploaded media and embedded pictures, however it is spelt."""

import pytest

from greenroom.features.widgets.css import MAX_BYTES, check_css

ALLOWED = [
    "",
    ".chat-line { color: #fff; scroll-behavior: smooth; overscroll-behavior : contain }",
    ".alert { background: url(/media/0192f0a0-1c2d-7e3f-8a4b-5c6d7e8f9a0b) }",
    ".alert { background: URL( '/media/abc' ), url(\"data:image/png;base64,iVBORw0KGgo=\") }",
    '.goal::before { content: "\\2764  reached" }',
    "@keyframes pop { from { scale: 0 } } @media (width > 5px) { .goal { animation: pop 1s } }",
]
REFUSED = [
    "@import 'https://evil.example/x.css';",
    "@\\69mport 'https://evil.example/x.css';",
    "@IMPORT url(/media/abc);",
    ".a { background: url(https://evil.example/?x) }",
    ".a { background: u\\72l(https://evil.example/?x) }",
    ".a { background: \\000075rl('//evil.example') }",
    ".a { background: \\75\r\nrl(https://evil.example/?x) }",
    ".a { background: url(/media/../api/2/user) }",
    ".a { background: url(/media/abc?x=https://evil.example) }",
    ".a { background: url(https://evil.example/?x",
    ".a { background: url('/media/abc'), url(//evil.example) }",
    ".a { background: url(data:image/svg+xml;base64,PHN2Zz4=) }",
    ".a { background: url(data:text/html;base64,PHN2Zz4=) }",
    ".a { background: image-set('https://evil.example/x.png' 1x) }",
    ".a { background: -webkit-image-set('https://evil.example/x.png' 1x) }",
    ".a { background: image('https://evil.example/x.png') }",
    "@font-face { font-family: x; src: src('https://evil.example/x.woff') }",
    '.a::before { content: "/*"; background: url(https://evil.example); x: "*/" }',
    ".a { width: expression(alert(1)) }",
    ".a { behavior: x }",
    ".a { -moz-binding: x }",
    "</style><script>alert(1)</script>",
    "@namespace svg 'https://evil.example';",
]


@pytest.mark.parametrize("css", ALLOWED)
def test_css_that_loads_nothing_external_is_kept(css: str) -> None:
    assert check_css(css) == css


@pytest.mark.parametrize("css", REFUSED)
def test_css_that_may_load_external_content_or_run_code_is_refused(css: str) -> None:
    with pytest.raises(ValueError, match=r"must not use|url\(\) may only"):
        check_css(css)


def test_long_css_is_refused() -> None:
    assert check_css("é" * (MAX_BYTES // 2))
    with pytest.raises(ValueError, match="at most 20 kB"):
        check_css("é" * (MAX_BYTES // 2) + "x")
