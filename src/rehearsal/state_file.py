"""State file: keeps consents, and the commands that the audience plays, from one run to the next."""

import json
from pathlib import Path

from pydantic import BaseModel, JsonValue, ValidationError

from rehearsal.state import RehearsalState


class SavedState(BaseModel):
    """Content of the file, which is valid for one seed only, because the ids of people depend on the seed."""

    seed: int
    platforms: dict[str, dict[str, JsonValue]]
    # Commands that viewers write now and then.
    plays: tuple[str, ...] = ()


class UnreadableState(ValueError):
    """The file cannot be read or is not a state file."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} is not a readable state file. Delete it or choose another with --state.")


def load_state(rehearsal: RehearsalState, path: Path) -> None:
    """Restores the saved state; a missing file and a file of another seed restore nothing."""
    try:
        saved = SavedState.model_validate_json(path.read_bytes())
        if saved.seed == rehearsal.first_seed:
            for key, state in saved.platforms.items():
                rehearsal.platforms[key].import_state(state)
            rehearsal.audience.play_commands = saved.plays
    except FileNotFoundError:
        return
    except (OSError, KeyError, ValidationError) as error:
        raise UnreadableState(path) from error


def save_state(rehearsal: RehearsalState, path: Path) -> None:
    """Writes a file that only its owner can read, and replaces the old one atomically."""
    platforms = {key: platform.export_state() for key, platform in rehearsal.platforms.items()}
    plays = rehearsal.audience.play_commands
    text = json.dumps({"seed": rehearsal.world.seed, "platforms": platforms, "plays": plays})
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.new")
    draft.unlink(missing_ok=True)
    draft.touch(mode=0o600)
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)
