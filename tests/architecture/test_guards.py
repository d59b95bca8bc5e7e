"""Each guard reports code that breaks its rule: a guard that never fails protects nothing."""

import shutil
from pathlib import Path

import pytest
from guards import ROOT, WEB_BIN, Verdict, dependency_cruiser, import_linter, run, script, write

HEALTHY = {
    "src/greenroom/__init__.py": "",
    "src/greenroom/app.py": "import greenroom.features.timers.feature\nimport greenroom.platforms.twitch\n",
    "src/greenroom/feature.py": "import greenroom.channel_file\n",
    "src/greenroom/channel_file/__init__.py": "import greenroom.responses\n",
    "src/greenroom/responses/__init__.py": "import greenroom.chat.pipeline\n",
    "src/greenroom/kernel/__init__.py": "",
    "src/greenroom/accounts/__init__.py": "",
    "src/greenroom/accounts/models/__init__.py": "",
    "src/greenroom/accounts/access/__init__.py": "",
    "src/greenroom/accounts/users/__init__.py": "",
    "src/greenroom/accounts/users/service.py": "import greenroom.accounts.models\nimport sqlalchemy\n",
    "src/greenroom/chat/__init__.py": "",
    "src/greenroom/chat/pipeline/__init__.py": "import greenroom.chat.messages\n",
    "src/greenroom/chat/messages/__init__.py": "import greenroom.accounts.users\n",
    "src/greenroom/platforms/__init__.py": "",
    "src/greenroom/platforms/twitch/__init__.py": "import greenroom.chat\n",
    "src/greenroom/platforms/kick/__init__.py": "",
    "src/greenroom/features/__init__.py": "",
    "src/greenroom/features/quotes/__init__.py": "",
    "src/greenroom/features/timers/__init__.py": "",
    "src/greenroom/features/timers/rules.py": "",
    "src/greenroom/features/timers/service.py": "import greenroom.features.timers.rules\n",
    "src/greenroom/features/timers/jobs.py": "",
    "src/greenroom/features/timers/routes.py": "import greenroom.features.timers.service\n",
    "src/greenroom/features/timers/feature.py": "import greenroom.features.timers.routes\nimport greenroom.feature\n",
    "src/rehearsal/__init__.py": "",
}

LAYERS = "Layers of Greenroom: composition, features and platforms, shared modules, chat, accounts, kernel"
CHAT = "Layers of chat: pipeline, sending, connections, messages, moderation, protocol, emotes"
ACCOUNTS = "Layers of accounts: services, access, sessions, credentials, audit, models"
PLATFORMS = "No platform imports another platform"
FEATURES = "A feature imports only those that it needs"
REHEARSAL = "Greenroom and the rehearsal do not import each other"
FEATURE_LAYERS = "Layers of a feature: feature, routes, handlers and jobs, service, schemas, rules and models"
ROUTES = "Routes do not import SQLAlchemy"


def test_healthy_tree_keeps_every_contract(tmp_path: Path) -> None:
    write(tmp_path, HEALTHY)
    verdict = import_linter(tmp_path)
    assert verdict.passed, verdict.output
    assert "Contracts: 9 kept, 0 broken." in verdict.output


# A module, a forbidden import in it, and the contract that the import breaks.
AGAINST_THE_CONTRACTS = (
    ("greenroom/kernel/clock.py", "greenroom.accounts", LAYERS),
    ("greenroom/accounts/users/schemas.py", "greenroom.chat", LAYERS),
    ("greenroom/chat/pipeline/batch.py", "greenroom.platforms.twitch", LAYERS),
    ("greenroom/chat/messages/line.py", "greenroom.responses", LAYERS),
    ("greenroom/responses/parsing.py", "greenroom.channel_file", LAYERS),
    ("greenroom/platforms/kick/api.py", "greenroom.features.quotes", LAYERS),
    ("greenroom/features/quotes/service.py", "greenroom.app", LAYERS),
    ("greenroom/chat/messages/line.py", "greenroom.chat.pipeline", CHAT),
    ("greenroom/accounts/models/users.py", "greenroom.accounts.users.service", ACCOUNTS),
    ("greenroom/accounts/access/rules.py", "greenroom.accounts.users", ACCOUNTS),
    ("greenroom/platforms/kick/api.py", "greenroom.platforms.twitch", PLATFORMS),
    ("greenroom/features/quotes/service.py", "greenroom.features.timers.rules", FEATURES),
    ("rehearsal/world.py", "greenroom.kernel", REHEARSAL),
    ("greenroom/kernel/http.py", "rehearsal", REHEARSAL),
    ("greenroom/features/timers/models.py", "greenroom.features.timers.service", FEATURE_LAYERS),
    ("greenroom/features/timers/handlers.py", "greenroom.features.timers.jobs", FEATURE_LAYERS),
    ("greenroom/features/timers/routes.py", "sqlalchemy", ROUTES),
)


@pytest.fixture(scope="module")
def linted(tmp_path_factory: pytest.TempPathFactory) -> Verdict:
    """Result of one run of import-linter on a tree with all imports in AGAINST_THE_CONTRACTS."""
    root = tmp_path_factory.mktemp("linted")
    broken = HEALTHY | {"src/greenroom/helpers.py": ""}
    for module, imported, _ in AGAINST_THE_CONTRACTS:
        broken[f"src/{module}"] = broken.get(f"src/{module}", "") + f"import {imported}\n"
    write(root, broken)
    return import_linter(root)


def output_about(linted: Verdict, contract: str) -> str:
    """The part of the output about this contract."""
    assert not linted.passed
    assert f"{contract} BROKEN" in linted.output
    _, _, below = linted.output.partition(f"\n{contract}\n{'-' * len(contract)}\n")
    return below.partition("\n---")[0]


@pytest.mark.parametrize(("module", "imported", "contract"), AGAINST_THE_CONTRACTS)
def test_import_linter_names_the_import_under_the_contract_that_it_breaks(
    linted: Verdict, module: str, imported: str, contract: str
) -> None:
    importer = module.removesuffix(".py").replace("/", ".")
    assert f"{importer} -> {imported} (l." in output_about(linted, contract)


def test_import_linter_refuses_a_module_that_has_no_layer(linted: Verdict) -> None:
    assert "- greenroom.helpers\n" in output_about(linted, LAYERS)


@pytest.mark.parametrize(
    ("needs", "imported", "problem"),
    [
        ('"timers",', "rules", ""),
        ("", "rules", "the declaration of the feature does not need 'timers'"),
        ('"timers",', "routes", "only the app imports this module"),
        ('"timers", "polls"', "rules", "quotes needs 'polls', but imports nothing of it"),
    ],
)
def test_feature_imports_public_modules_of_the_features_that_it_needs(
    tmp_path: Path, needs: str, imported: str, problem: str
) -> None:
    declaration = f"from greenroom.feature import Feature\nQUOTES = Feature(name='quotes', needs=({needs}))\n"
    feature = {
        "src/greenroom/features/quotes/feature.py": declaration,
        "src/greenroom/features/quotes/service.py": f"import greenroom.features.timers.{imported}\n",
    }
    write(tmp_path, HEALTHY | feature)
    verdict = import_linter(tmp_path)
    assert verdict.passed is (not problem), verdict.output
    assert problem in verdict.output


def test_import_linter_refuses_two_packages_that_import_each_other(tmp_path: Path) -> None:
    egg = {
        "src/greenroom/kernel/bus/egg.py": "import greenroom.kernel.db.hen\n",
        "src/greenroom/kernel/bus/__init__.py": "",
    }
    hen = {"src/greenroom/kernel/db/hen.py": "import greenroom.kernel.bus\n", "src/greenroom/kernel/db/__init__.py": ""}
    write(tmp_path, HEALTHY | egg | hen)
    verdict = import_linter(tmp_path)
    assert "No packages import each other BROKEN" in verdict.output
    assert "No cycles are allowed in greenroom.kernel." in verdict.output


@pytest.mark.parametrize("name", ["src/greenroom/long.py", "web/src/long.ts", "web/src/long.tsx", "e2e/long.spec.ts"])
def test_file_over_400_lines_is_refused(tmp_path: Path, name: str) -> None:
    write(tmp_path, {name: "\n" * 401})
    assert f"{name}:1: 401 lines, 400 are allowed" in script("sizes.py", tmp_path).output


def test_app_py_of_200_lines_is_refused(tmp_path: Path) -> None:
    write(tmp_path, {"src/greenroom/app.py": "\n" * 200})
    assert "src/greenroom/app.py:1: 200 lines, 199 are allowed" in script("sizes.py", tmp_path).output
    write(tmp_path, {"src/greenroom/app.py": "\n" * 199})
    assert script("sizes.py", tmp_path).passed


def test_function_over_50_lines_is_refused(tmp_path: Path) -> None:
    write(tmp_path, {"src/a.py": "async def f() -> None:\n" + "    pass\n" * 50})
    verdict = script("sizes.py", tmp_path)
    assert not verdict.passed
    assert "function f has 51 lines, 50 are allowed" in verdict.output


def test_long_function_with_a_reason_is_allowed(tmp_path: Path) -> None:
    reason = "# long-because: one table, read from top to bottom\n"
    write(tmp_path, {"src/a.py": reason + "def f() -> None:\n" + "    pass\n" * 50})
    assert script("sizes.py", tmp_path).passed


def test_size_exception_without_a_reason_is_refused(tmp_path: Path) -> None:
    write(tmp_path, {"src/a.py": "# long-because:\n" + "\n" * 400})
    assert not script("sizes.py", tmp_path).passed


@pytest.mark.parametrize("name", ["src/greenroom/chat/{}.py", "web/src/ui/part-{}.tsx"])
def test_folder_over_15_modules_is_refused(tmp_path: Path, name: str) -> None:
    write(tmp_path, {name.format(number): "" for number in range(16)})
    verdict = script("sizes.py", tmp_path)
    assert not verdict.passed
    assert f"{Path(name).parent}:1: 16 modules, 15 are allowed" in verdict.output


def test_folder_of_15_modules_with_its_tests_is_allowed(tmp_path: Path) -> None:
    folders = ("web/src/ui/{}.ts", "web/src/ui/{}.test.ts", "src/greenroom/chat/{}.py", "src/greenroom/types/{}.py")
    modules = {name.format(number): "" for number in range(15) for name in folders}
    write(tmp_path, modules | dict.fromkeys(["web/src/ui/test-card.tsx", "src/greenroom/chat/__init__.py"], ""))
    assert script("sizes.py", tmp_path).passed


NAMED_BY_AN_ACTIVITY = "modules and packages are named by the noun they hold"


@pytest.mark.parametrize(
    ("name", "line", "complaint"),
    [
        ("src/greenroom/features/quotes/rules.py", 'HOME = "twitch"', "'twitch' belongs to its platform"),
        ("src/greenroom/chat/sending/sender.py", "task = asyncio.create_task(work())", "tasks are started by"),
        ("src/greenroom/chat/sending/sender.py", "task = asyncio.ensure_future(work())", "tasks are started by"),
        ("src/greenroom/accounts/platforms.py", "platforms = connection.app.state.platforms", "app.state is read by"),
        ("src/greenroom/chat/messages/forgetting.py", "", NAMED_BY_AN_ACTIVITY),
        ("src/rehearsal/happening.py", "", NAMED_BY_AN_ACTIVITY),
        ("src/rehearsal/happenings.py", "", NAMED_BY_AN_ACTIVITY),
        ("src/greenroom/chat/moderation/taking_back.py", "", NAMED_BY_AN_ACTIVITY),
        ("src/greenroom/chat/evening_counting.py", "", NAMED_BY_AN_ACTIVITY),
        ("src/greenroom/chat/forgetting/rules.py", "", NAMED_BY_AN_ACTIVITY),
        ("src/greenroom/chat/sending/sender.py", "from asyncio import create_task", "tasks are started by"),
        ("src/greenroom/chat/sending/sender.py", "from asyncio import gather, ensure_future", "tasks are started by"),
        ("src/greenroom/chat/rooms.py", "services = self._app.state.services", "app.state is read by"),
        ("src/greenroom/chat/rooms.py", 'services = request.scope["app"].state.services', "app.state is read by"),
        ("src/greenroom/chat/rooms.py", 'url = f"{origin}/webhooks/kick"', "'/webhooks/kick' belongs to its platform"),
        ("src/greenroom/chat/rooms.py", 'key = f"twitch:{login}"', "'twitch:' belongs to its platform"),
        (
            "src/greenroom/chat/rooms.py",
            'TEXT = "Sign in at YouTube."',
            "'Sign in at YouTube.' belongs to its platform",
        ),
    ],
)
def test_misplaced_code_and_gerund_modules_are_refused(tmp_path: Path, name: str, line: str, complaint: str) -> None:
    write(tmp_path, {name: f"{line}\n"})
    verdict = script("structure.py", tmp_path)
    assert not verdict.passed
    assert f"{name}:1: " in verdict.output
    assert complaint in verdict.output


def test_code_in_its_own_module_and_words_that_look_alike_are_allowed(tmp_path: Path) -> None:
    files = {
        "src/greenroom/platforms/twitch/info.py": 'PROVIDER = "twitch"\n',
        "src/greenroom/features/imports/dialects/nightbot.py": 'PROVIDER = "twitch"\n',
        "src/greenroom/kernel/tasks/background.py": "task = asyncio.create_task(work())\n",
        "src/greenroom/kernel/services.py": "app.state.services = services\n",
        "src/greenroom/chat/pipeline/batching.py": '"""Batches of twitch and others."""\n',
        "src/greenroom/chat/sending/acting_as.py": 'TEXT = "kickstart, kicks and a tiktoker"\n',
        "src/rehearsal/control/evening_routes.py": "",
    }
    write(tmp_path, files)
    assert script("structure.py", tmp_path).passed


def test_size_check_of_an_empty_folder_fails(tmp_path: Path) -> None:
    assert not script("sizes.py", tmp_path).passed


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("web/package-lock.json", '      "resolved": "https://example.invalid/a.tgz",'),
        ("requirements.lock", "--index-url https://example.invalid/simple"),
        ("requirements.lock", "tool @ https://example.invalid/tool.whl"),
        ("web/.npmrc", "registry=https://example.invalid"),
        ("src/greenroom/kernel/db.py", "# TODO: later"),
        ("web/src/app/main.tsx", "// FIXME"),
        ("docs/self-hosting.md", "Put it in /home/" + "somebody/greenroom."),
    ],
)
def test_forbidden_text_is_refused(tmp_path: Path, name: str, line: str) -> None:
    write(tmp_path, {name: f"{line}\n"})
    verdict = script("texts.py", tmp_path)
    assert not verdict.passed
    assert f"{name}:1" in verdict.output


def test_row_check_refuses_an_unknown_row(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "docs/requirements.md": "- **K1** GET user\n",
            "tests/test_a.py": 'import pytest\n\n@pytest.mark.rows("K1")\ndef test_a() -> None: ...\n',
            "e2e/journeys/a.spec.ts": 'test("opens [K1 Q9]", async () => {});\n',
        },
    )
    verdict = script("rows.py", tmp_path)
    assert not verdict.passed
    assert "unknown row Q9 in e2e/journeys/a.spec.ts: opens [K1 Q9]" in verdict.output
    assert "tests/test_a.py::test_a" in verdict.output


def test_row_check_does_not_count_a_skipped_test(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "docs/requirements.md": "- **K1** GET user\n",
            "tests/test_a.py": '@pytest.mark.skip\n@pytest.mark.rows("K1")\ndef test_a() -> None: ...\n',
            "web/src/a.test.ts": 'test.skip("opens [K1]", () => {});\n',
        },
    )
    assert "0 of 1 rows are proven. Without a test: K1" in script("rows.py", tmp_path).output


def make_empty_web(folder: Path) -> Path:
    """A folder that has the web's configuration and packages, but none of its code."""
    folder.mkdir()
    for name in (".dependency-cruiser.cjs", "biome.json", "no-inline-style.grit", "tsconfig.json", "package.json"):
        shutil.copy(ROOT / "web" / name, folder)
    (folder / "node_modules").symlink_to(ROOT / "web" / "node_modules")
    return folder


@pytest.fixture
def empty_web(tmp_path: Path) -> Path:
    return make_empty_web(tmp_path / "web")


AGAINST_THE_LAYERS = (
    ("lib/dates.ts", "ui/card.ts"),
    ("lib/dates.ts", "api/keys.ts"),
    ("api/keys.ts", "ui/card.ts"),
    ("ui/card.ts", "live/topics.ts"),
    ("live/topics.ts", "session/channel.ts"),
    ("ui/card.ts", "features/timers/timers.queries.ts"),
    ("features/timers/timers.queries.ts", "features/quotes/quotes.queries.ts"),
    ("features/timers/timers.queries.ts", "screens/chat/chat.ts"),
    ("screens/chat/chat.ts", "screens/watch/watch.ts"),
    ("screens/chat/chat.ts", "app/router.ts"),
)


@pytest.fixture(scope="module")
def cruised(tmp_path_factory: pytest.TempPathFactory) -> Verdict:
    """Result of one run of dependency-cruiser on a web with all imports in AGAINST_THE_LAYERS and a cycle."""
    web = make_empty_web(tmp_path_factory.mktemp("cruised") / "web")
    for name in {name for pair in AGAINST_THE_LAYERS for name in pair}:
        targets = [imported for importer, imported in AGAINST_THE_LAYERS if importer == name]
        lines = [f'export * from "{"../" * name.count("/")}{target.removesuffix(".ts")}";\n' for target in targets]
        write(web, {f"src/{name}": "".join(lines) + "export const value = 1;\n"})
    egg = 'import type { Hen } from "./hen";\nexport type Egg = { from: Hen };\n'
    hen = 'import type { Egg } from "./egg";\nexport type Hen = { lays: Egg };\n'
    allowed = {"src/ui/label.ts": 'export * from "../lib/words";\n', "src/lib/words.ts": "export const word = 1;\n"}
    write(web, {"src/lib/egg.ts": egg, "src/lib/hen.ts": hen, **allowed})
    return dependency_cruiser(web)


@pytest.mark.parametrize(("importer", "imported"), AGAINST_THE_LAYERS)
def test_dependency_cruiser_refuses_an_import_against_the_layers(
    cruised: Verdict, importer: str, imported: str
) -> None:
    assert not cruised.passed
    assert f"src/{importer} → src/{imported}" in cruised.output


def test_dependency_cruiser_refuses_a_cycle(cruised: Verdict) -> None:
    (line,) = [line for line in cruised.output.splitlines() if "no-cycles" in line]
    assert "src/lib/egg.ts" in line


def test_dependency_cruiser_accepts_an_allowed_import(cruised: Verdict) -> None:
    assert "label.ts" not in cruised.output


def test_biome_refuses_a_function_over_50_lines(empty_web: Path) -> None:
    body = "  work();\n" * 51
    write(empty_web, {"src/lib/long.ts": f"declare function work(): void;\nexport function long() {{\n{body}}}\n"})
    verdict = run([WEB_BIN / "biome", "check", "src"], empty_web)
    assert not verdict.passed
    assert "noExcessiveLinesPerFunction" in verdict.output


def test_biome_refuses_an_inline_style(empty_web: Path) -> None:
    write(empty_web, {"src/ui/red.tsx": 'export const Red = () => <p style={{ color: "red" }}>red</p>;\n'})
    verdict = run([WEB_BIN / "biome", "check", "src"], empty_web)
    assert not verdict.passed
    assert "No inline style" in verdict.output
