"""The consent page and its error page."""

from collections.abc import Mapping, Sequence
from html import escape

from starlette.responses import HTMLResponse

from rehearsal.control.pages import page
from rehearsal.simulation.world import Person

APP_NAME = "Greenroom"
NOTE = '<p class="note">Rehearsal: these accounts are made up, and nothing here reaches a real platform.</p>'


def consent_page(
    account: str, people: Sequence[Person], scopes: Mapping[str, str], chosen: Person, *, may_untick: bool
) -> HTMLResponse:
    """A page to choose an account and scopes; its form posts to the page's own URL, and so keeps the query."""
    choices = "\n".join(choice(person, is_chosen=person == chosen) for person in people)
    body = f"""<main class="consent">
<form method="post" class="panel">
{NOTE}
<h1>{APP_NAME} wants to use a {escape(account)} account</h1>
<fieldset>
<legend>Continue as</legend>
<div class="choices">
{choices}
</div>
</fieldset>
<section aria-labelledby="scopes-title">
<h2 id="scopes-title">{APP_NAME} will be able to</h2>
{scope_list(scopes, may_untick=may_untick)}
</section>
<div class="decision">
<button type="submit" name="decision" value="authorize" class="primary">Authorize</button>
<button type="submit" name="decision" value="cancel">Cancel</button>
</div>
</form>
</main>"""
    return page(f"{APP_NAME}: use a {account} account (rehearsal)", body)


def choice(person: Person, *, is_chosen: bool) -> str:
    checked = " checked" if is_chosen else ""
    login = escape(person.login)
    return f"""<label class="choice">
<input type="radio" name="login" value="{login}" required{checked}>
<img src="/avatars/{login}.svg" alt="" width="32" height="32">
<span><span class="name">{escape(person.display_name)}</span> <span class="second">{login}</span></span>
</label>"""


def scope_list(scopes: Mapping[str, str], *, may_untick: bool) -> str:
    line = scope_choice if may_untick else scope_line
    items = "\n".join(f"<li>{line(scope, label)}</li>" for scope, label in scopes.items())
    marker = '<input type="hidden" name="boxes" value="on">' if may_untick else ""
    return f'{marker}<ul class="scopes">\n<li>See your name and picture</li>\n{items}\n</ul>'


def scope_line(scope: str, label: str) -> str:
    return f"{escape(label)} <code>{escape(scope)}</code>"


def scope_choice(scope: str, label: str) -> str:
    """A scope with a checkbox, for platforms where scopes can be declined."""
    box = f'<input type="checkbox" name="scope:{escape(scope)}" value="on" checked>'
    return f"<label>{box} {scope_line(scope, label)}</label>"


def problem_page(title: str, message: str) -> HTMLResponse:
    body = f"""<main class="consent">
<div class="panel">
{NOTE}
<h1>{escape(title)}</h1>
<p>{escape(message)}</p>
<p class="second">You can close this window. The app that sent you here has an error.</p>
</div>
</main>"""
    return page(f"{title} (rehearsal)", body, status=400)
