"""A file lists the widgets that use it, and is deleted only after confirmation if a widget uses it."""

from uuid import uuid4

import media_files
import pytest
from media_library import MediaLibrary

from greenroom.features.media.uses import media_ids
from support.greenroom_server import Json, refusal


async def add_widget(library: MediaLibrary, name: str, type_name: str, **fields: object) -> Json:
    body = {"name": name, "type": type_name, **fields}
    response = await library.client.ask("POST", f"/channels/{library.channel_id}/widgets", json=body)
    assert response.status_code == 201, response.text
    return response.json()


@pytest.mark.both_databases
async def test_file_is_listed_with_the_widgets_that_use_it(library: MediaLibrary) -> None:
    image, unused = await library.add(media_files.image()), await library.add(media_files.wav())
    rules = [{"name": "Subs", "variants": [{"image": image["path"]}]}]
    alerts = await add_widget(library, "Alerts", "alerts", settings={"rules": rules})
    chat = await add_widget(library, "Chat", "chat", css=f".chat {{ background: url({image['path']}) }}")
    await add_widget(library, "Plain", "chat")
    listed = {record["id"]: record["used_by"] for record in (await library.page())["records"]}
    assert listed == {
        image["id"]: [
            {"kind": "widget", "id": alerts["id"], "name": "Alerts"},
            {"kind": "widget", "id": chat["id"], "name": "Chat"},
        ],
        unused["id"]: [],
    }


@pytest.mark.both_databases
async def test_file_in_use_is_deleted_only_when_confirmed(library: MediaLibrary) -> None:
    media = await library.add(media_files.image())
    for number in range(5):
        await add_widget(library, f"Chat {number}", "chat", css=f".chat {{ background: url({media['path']}) }}")
    refused = await library.delete(media)
    assert refusal(refused) == (409, "media_in_use")
    assert "used by Chat 0, Chat 1, Chat 2 and 2 more" in refused.json()["message"]
    assert (await library.fetch(media["path"])).status_code == 200
    assert (await library.delete(media, confirmed="true")).status_code == 204


def test_addresses_of_media_are_found_in_any_text() -> None:
    one, other = uuid4(), uuid4()
    text = f'{{"image": "/media/{one}"}} .alert {{ background: url("/media/{str(other).upper()}") }} /media/nonsense'
    assert media_ids(text) == {one, other}
