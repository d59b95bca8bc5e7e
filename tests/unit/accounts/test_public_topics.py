from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from greenroom.features.watch.rules import PublicTopic, public_topic

CHANNEL = UUID("01890000-0000-7000-8000-00000000abcd")


@given(st.text(max_size=60))
def test_any_other_text_is_no_public_topic(text: str) -> None:
    assert public_topic(text) is None
    assert public_topic(f"{CHANNEL}:{text}") is None


def test_only_the_canonical_form_of_an_id_is_accepted() -> None:
    assert public_topic(f"{str(CHANNEL).upper()}:public-streams") is None
    assert public_topic(f"{{{CHANNEL}}}:public-chat") is None


def test_public_chat_and_streams_need_no_sign_in() -> None:
    assert public_topic(f"{CHANNEL}:public-chat") == PublicTopic(CHANNEL, is_chat=True)
    assert public_topic(f"{CHANNEL}:public-streams") == PublicTopic(CHANNEL, is_chat=False)
