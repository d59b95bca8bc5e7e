"""What outlives a restart: who let the program in. Live streams and sockets do not."""

import json
from pathlib import Path

from pydantic import BaseModel, JsonValue, ValidationError

from rehearsal.stage import Stage


class Memory(BaseModel):
    """The file; another seed has other people, so their consents mean nothing there."""

    seed: int
    platforms: dict[str, dict[str, JsonValue]]


class UnreadableState(ValueError):
    """The file cannot be read or is not one of ours."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} is no readable state file of the rehearsal. Delete it or name another with --state.")


def recall(stage: Stage, path: Path) -> None:
    """Take up where the last run ended; without a file, or with one of another seed, start fresh."""
    try:
        memory = Memory.model_validate_json(path.read_bytes())
        if memory.seed == stage.first_seed:
            for key, kept in memory.platforms.items():
                stage.platforms[key].recall(kept)
    except FileNotFoundError:
        return
    except (OSError, KeyError, ValidationError) as error:
        raise UnreadableState(path) from error


def keep(stage: Stage, path: Path) -> None:
    """Write for the owner's eyes only, and never half: the new file takes the old one's place at once."""
    platforms = {key: platform.remember() for key, platform in stage.platforms.items()}
    text = json.dumps({"seed": stage.world.seed, "platforms": platforms})
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.new")
    draft.touch(mode=0o600)
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)
